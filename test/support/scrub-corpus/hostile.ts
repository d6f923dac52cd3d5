/** Parts as words of this text, with a blank for each `_`. */
export const partsIn = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s+/u)
    .map(part => part.replaceAll('_', ' '));

/** Beginnings of what is looked for: a text of nothing but one of them makes a careless pattern look at all of it again and again. */
export const hostileParts: readonly string[] = [
  ...partsIn(`a@ 1- 4111_ eyJ -eyJ -eyJ. -----BEGIN_PRIVATE_KEY----- a. . a A - A- 1 -- -----
    Bearer_ Basic_ Token_1 :// ://a: a:@ = a= password= "pin": Authorization:_ Cookie= tmk \\ " \\"
    name="a" <input_ <input_a="b"> <a> <a_ --a_ {A:b_ %3D a%3D %253D \\n -u_ -u_a: OAuth_a=b,_ SG. sig=
    dp.pt. a-b- a-b:_ \` a_=>_ "tokens":' a:_ _ 1//0 hooks.slack.com/services/ 1:AA a8Q~ 000-`),
  'name="a"\n',
  'a: b\n',
  '\n',
  'password: \n',
  'name="a"\r\n\r\n',
];
