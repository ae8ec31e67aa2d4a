import type { Session, SqlValue } from './database.ts'

export type StatementObserver = (text: string, parameters: readonly SqlValue[]) => void

/** Reports statements that read or write documents to the observer; not those of transactions and savepoints. */
export function observed(session: Session, observe: StatementObserver | undefined): Session {
  if (!observe) return session
  const { changeLast } = session
  return {
    rows: (text, parameters, known) => {
      observe(text, parameters)
      return session.rows(text, parameters, known)
    },
    change: (text, parameters) => {
      observe(text, parameters)
      return session.change(text, parameters)
    },
    command: (text) => session.command(text),
    changeLast:
      changeLast &&
      ((statements) => {
        for (const { text, parameters } of statements) observe(text, parameters)
        return changeLast(statements)
      }),
  }
}
