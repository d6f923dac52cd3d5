const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The last `length` digits of the number, most significant first. */
export function base62(number: bigint, length: number): string {
  let rest = number;
  let text = '';
  for (let place = 0; place < length; place++) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
