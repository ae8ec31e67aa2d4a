/**
 * How a part of a value is read from it, such as the lightness of a colour (`FieldType.parts`). It is data, so that both databases and the
 * evaluator in memory come to the same. Where a value is of another type, there is no part, and that counts as null.
 */
export type Reading = TextReading | NumberReading

export type TextReading =
  /** The value itself. */
  | { readonly gives: 'text'; readonly kind: 'value' }
  /** A member of a value that is an object. */
  | { readonly gives: 'text'; readonly kind: 'member'; readonly name: string }
  /** Some characters (code points) of a text. */
  | {
      readonly gives: 'text'
      readonly kind: 'slice'
      readonly of: TextReading
      readonly start: number
      readonly length: number
    }

export type NumberReading =
  | { readonly gives: 'number'; readonly kind: 'value' }
  | { readonly gives: 'number'; readonly kind: 'member'; readonly name: string }
  /** Position of a text in another, fixed one: 0 at its beginning, -1 if absent. */
  | { readonly gives: 'number'; readonly kind: 'position'; readonly of: TextReading; readonly in: string }
  | { readonly gives: 'number'; readonly kind: 'scaled'; readonly of: NumberReading; readonly by: number }
  | { readonly gives: 'number'; readonly kind: 'sum'; readonly of: readonly NumberReading[] }

/**
 * Numbers that are larger, or closer to 0, are not read: PostgreSQL refuses to multiply what a double can't hold, where others come to
 * infinity or 0.
 */
export const LARGEST_READ = 1e100
