/** Keys that the stand-ins of services know. */
export const routingKey = 'R0123456789abcdefghijklmnopqrstu';
export const genieKey = 'eb243592-faa2-4ba2-a551-1afdf565c889';
