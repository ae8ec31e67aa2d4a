import { refuseIfGone } from '@quirecms/core'
import type { Session } from './database.ts'

/** Reads for a client that may go away: does not begin a statement after the client has gone. */
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
