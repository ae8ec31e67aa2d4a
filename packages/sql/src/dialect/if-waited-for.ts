import { refuseIfGone } from '@quirecms/core'
import type { Session } from './database.ts'

/** Reads for whoever waits: a statement that nobody waits for any more is not begun. */
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
