const DEEPEST_CAUSE = 5

/**
 * What the log shows of an error. Other properties are left out: database drivers put statements and row values there.
 */
export function errorRecord(error: unknown, depth = 1): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    type: name,
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack,
    ...(cause === undefined || depth >= DEEPEST_CAUSE ? {} : { cause: errorRecord(cause, depth + 1) }),
  }
}
