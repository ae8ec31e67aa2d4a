import type { StatementWork, Watch } from '@quirecms/core'
import type { KnownOfRead, Session, SqlValue } from './database.ts'

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

/** Only statements that may turn out slow report their class. */
function withClass(what: StatementWork, known: KnownOfRead | undefined): KnownOfRead | undefined {
  if (!known?.reach || known.reach.length === 0) return known
  return {
    ...known,
    onSlow: () => {
      what.class = 'slow'
    },
  }
}
