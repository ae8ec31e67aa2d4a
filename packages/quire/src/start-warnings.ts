const due = new WeakMap<object, () => void>()

/** Associates an application with its start warnings. */
export function rememberWarnings(app: object, warn: () => void): void {
  due.set(app, warn)
}

/** Prints the warnings once for each application. */
export function warnOnce(app: object): void {
  const warn = due.get(app)
  due.delete(app)
  warn?.()
}

/** In a worker: the primary has printed the warnings. */
export function leaveWarnings(app: object): void {
  due.delete(app)
}
