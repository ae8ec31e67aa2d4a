import { refuseIfGone, type StatementWork, type Watch } from '@quirecms/core'
import type { KnownOfRead, Session, SqlValue } from './database.ts'

/** Runs a statement only while the client is connected. */
export function ifWaitedFor(session: Session): Session {
  return {
    rows: async (text, parameters, known) => {
      refuseIfGone()
      return session.rows(text, parameters, known)
    },
    change: (text, parameters) => session.change(text, parameters),
    command: (text) => session.command(text),
  }
}

/** Reports the duration of statements. Reports no values: they are bound parameters. */
export function watched(session: Session, usual: 'read' | 'write', watch: Watch | undefined): Session {
  if (!watch) return session
  const { changeLast } = session
  return {
    rows: (text, parameters, known) => {
      const what: StatementWork = { kind: 'sql', class: usual, text }
      return watch(what, () => session.rows(text, parameters, withClass(what, known)))
    },
    change: (text: string, parameters: readonly SqlValue[]) =>
      watch({ kind: 'sql', class: 'write', text }, () => session.change(text, parameters)),
    command: (text) => session.command(text),
    changeLast:
      changeLast &&
      ((statements) => {
        const text = statements.map((one) => one.text).join('; ')
        return watch({ kind: 'sql', class: 'write', text }, () => changeLast(statements))
      }),
  }
}

/** Quick statements can't be classified as slow, so they need no callback. */
function withClass(what: StatementWork, known: KnownOfRead | undefined): KnownOfRead | undefined {
  if (!known?.reach || known.reach.length === 0) return known
  return {
    ...known,
    onSlow: () => {
      what.class = 'slow'
    },
  }
}

export type StatementObserver = (text: string, parameters: readonly SqlValue[]) => void

/** Reports each statement that reads or writes documents, but no transactions and savepoints. */
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
