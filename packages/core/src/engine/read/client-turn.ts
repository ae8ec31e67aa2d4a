import { Turn } from '../../content/turn.ts'
import { refuseIfGone, waitingClient } from '../waiting-client.ts'

/** The turn of work that is done for whoever waits, and ends when nobody does any more. */
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
