/**
 * Creates a method of the local API for one caller. The method validates its arguments, because application code may be
 * untyped.
 */
export type LocalMethod<Call> = (call: Call) => (...args: unknown[]) => unknown
