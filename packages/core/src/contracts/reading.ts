/**
 * Describes how to read a part of a value, such as the lightness of a colour (`FieldType.parts`), as data: both
 * databases and the evaluator in memory get the same result. A value of another type has no part, which counts as null.
 */
export type PartReading = TextReading | NumberReading

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
 * Numbers beyond this, or closer to 0 than its inverse, are not read: PostgreSQL fails on overflow, where others return
 * infinity or 0.
 */
export const LARGEST_READ = 1e100
