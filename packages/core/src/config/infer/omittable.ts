declare const omitted: unique symbol

/**
 * The constraint of options that may be omitted. Without an argument, the compiler infers the constraint itself, which
 * this marks. A default would be compared with the constraint, and so would every path of `where`: two thirds of a
 * completion. The names of the options are here because editors suggest them.
 */
export type Omittable<Options> = Options & { readonly [omitted]?: never }

/** The options of a call; none if they were omitted. */
export type ModeOf<Options extends object> = typeof omitted extends keyof Options ? object : Options

/** Whether the compiler inferred the constraint: options were omitted, or an editor asks what they could be. */
export type IsOmitted<Options> = typeof omitted extends keyof Options ? true : false
