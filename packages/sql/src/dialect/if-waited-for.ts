import { refuseIfGone } from '@quirecms/core'
import type { Session } from './database.ts'

/** Wraps a session for a client that may disconnect: starts no statement after that. */
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
