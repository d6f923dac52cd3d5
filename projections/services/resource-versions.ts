/**
 * SQL for the versions (`service.version`) of the resources of an organization that name one: `fingerprint` and `version`, each
 * version cut to so many characters where a length is given.
 */
export function resourceVersionsSql(charactersMax?: number): string {
  const whole = "`attributes.value`[indexOf(`attributes.key`, 'service.version')]";
  const version = charactersMax === undefined ? whole : `leftUTF8(${whole}, ${charactersMax})`;
  return `SELECT DISTINCT fingerprint, ${version} AS version FROM resources
    WHERE organization = {organization:UUID} AND has(\`attributes.key\`, 'service.version')`;
}
