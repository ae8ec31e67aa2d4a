const DEEPEST_CAUSE = 5

/**
 * Serializes an error for the log. Leaves out other properties: database drivers put statements and row values there.
 */
export function errorRecord(error: unknown, depth = 1): unknown {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  const { name, message, stack, code, cause } = error as Partial<Record<keyof Error | 'code', unknown>>
  return {
    type: error instanceof Error ? name : 'not an Error',
    message: typeof message === 'string' ? message : 'something other than an Error was thrown',
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof stack === 'string' && { stack }),
    ...(cause === undefined || depth >= DEEPEST_CAUSE ? {} : { cause: errorRecord(cause, depth + 1) }),
  }
}
