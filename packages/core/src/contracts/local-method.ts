/** Makes a method of the local API for one caller. Its arguments are checked by the method: application code may not be typed. */
export type LocalMethod<Call> = (call: Call) => (...args: unknown[]) => unknown
