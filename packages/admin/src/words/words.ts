/**
 * The text for each plural category of a language (`Intl.PluralRules`):
 * `{ one: '{count} file', other: '{count} files' }`.
 */
export type PluralText = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** Texts by their keys. `{name}` stands for a value. */
export interface Texts {
  readonly [key: string]: string | PluralText | Texts
}

/**
 * The words of one part of the app, in English. Files in `languages/` have them in other languages, under the same
 * section.
 */
export interface Words<Shape> {
  readonly section: string
  readonly english: Shape
}

/**
 * Declares the words of one part of the app. Keys and placeholders are typed from the English text, so that no caller
 * forgets a value.
 *
 * @example
 * export const listWords = words('list', {
 *   columns: 'Columns',
 *   range: '{from}–{to} of {total}',
 *   editTitle: { one: 'Edit {count} document', other: 'Edit {count} documents' },
 * })
 */
export function words<const Shape extends Texts>(section: string, english: Shape): Words<Shape> {
  return { section, english }
}

type Value = string | number

/** Names in braces. Code such as `{ apiKeys: true }` in a text is not a placeholder. */
type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | Placeholder<Rest>
  : never

type Filled<Name extends string> = (values: { readonly [N in Name]: Value }) => string

/** The words in use: texts, and functions of their placeholders. */
export type Said<Shape> =
  Shape extends Words<infer Inner>
    ? Said<Inner>
    : Shape extends string
      ? [Placeholder<Shape>] extends [never]
        ? string
        : Filled<Placeholder<Shape>>
      : Shape extends { readonly other: string }
        ? (
            values: { readonly count: number } & {
              readonly [N in Exclude<Placeholder<Extract<Shape[keyof Shape], string>>, 'count'>]: Value
            },
          ) => string
        : { readonly [Key in keyof Shape]: Said<Shape[Key]> }
