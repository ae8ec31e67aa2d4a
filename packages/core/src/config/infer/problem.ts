/**
 * No value fits this type, so the compiler's error shows its message, and in `Names` what exists. It is an object
 * because an intersection of two literals would be just `never`.
 */
export interface Problem<Message extends string, Names = never> {
  readonly problem: Message
  readonly names: Names
  /** So the compiler reports the problem, and not that one has no member such as `equals`. */
  readonly [member: string]: unknown
}

/** `Problem` for a mistake; `unknown` if there is none, which changes nothing in an intersection. */
export type ShownProblem<Message> = [Message] extends [never] ? unknown : Problem<Message & string>

/** The message for a name that doesn't exist among `Names`, with those that were probably meant. */
export type UnknownName<Name, Names = never> = [Near<Name, Names>] extends [never]
  ? Problem<`There is no "${Name & string}" here.`, Names>
  : Problem<`There is no "${Name & string}" here. Did you mean "${Near<Name, Names>}"?`, Names>

/** The names that differ in one letter, or in two neighbouring ones. Only computed for a mistake. */
type Near<Name, Names> = Names extends string ? (IsNear<Name, Names> extends true ? Names : never) : never

/** Walks to the first difference; from there, the rest must be the same but for one letter. */
type IsNear<Given, Name> = Given extends `${infer First}${infer Rest}`
  ? Name extends `${infer Start}${infer End}`
    ? First extends Start
      ? IsNear<Rest, End>
      : Rest extends End | Name
        ? true
        : Given extends End
          ? true
          : Swapped<Given> extends Name
            ? true
            : false
    : Rest extends ''
      ? true
      : false
  : Name extends `${string}${infer End}`
    ? End extends ''
      ? true
      : false
    : true

type Swapped<Text> = Text extends `${infer First}${infer Second}${infer Rest}` ? `${Second}${First}${Rest}` : Text
