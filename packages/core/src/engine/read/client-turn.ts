import { Turn } from '../../content/turn.ts'
import { refuseIfGone, waitingClient } from '../waiting-client.ts'

/** Time slices of work for the waiting client. The work ends when the client disconnects. */
export class ClientTurn extends Turn {
  constructor() {
    super(waitingClient()?.name)
  }

  override async letOthersIn(): Promise<void> {
    refuseIfGone()
    await super.letOthersIn()
    refuseIfGone()
  }
}
