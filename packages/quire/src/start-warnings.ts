const due = new WeakMap<object, () => void>()

/** Remembers how an application warns at start. */
export function rememberWarnings(app: object, warn: () => void): void {
  due.set(app, warn)
}

/** Warns, the first time that it is called for this application. */
export function warnOnce(app: object): void {
  const warn = due.get(app)
  due.delete(app)
  warn?.()
}

/** For a worker: the process that has started it has warned for all of them. */
export function leaveWarnings(app: object): void {
  due.delete(app)
}
