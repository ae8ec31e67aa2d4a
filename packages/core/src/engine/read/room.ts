import { QuireError } from '../../contracts/errors.ts'
import { waitingClient } from '../waiting-client.ts'

const LONGEST_WAIT_MS = 5_000

interface Waiting {
  readonly amount: number
  readonly begin: () => void
}

/** Room for work that takes much memory. Whoever finds none waits, whoever needs less before those who need more. */
export class Room {
  readonly #most: number
  readonly #waiting: Waiting[] = []
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Something that is larger than the whole room has it alone. Rejects if that takes too long, or if nobody waits for it any more. */
  async take(amount: number): Promise<void> {
    if (this.#fits(amount) && !waitingClient()?.gone.aborted) this.#taken += amount
    else await this.#turnFor(amount)
  }

  giveBack(amount: number): void {
    this.#taken -= amount
    for (let [next] = this.#waiting; next && this.#fits(next.amount); [next] = this.#waiting) {
      this.#waiting.shift()
      this.#taken += next.amount
      next.begin()
    }
  }

  #fits(amount: number): boolean {
    return this.#taken === 0 || this.#taken + amount <= this.#most
  }

  #turnFor(amount: number): Promise<void> {
    const gone = waitingClient()?.gone
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', giveUp)
      }
      const place: Waiting = {
        amount,
        begin: () => {
          end()
          resolve()
        },
      }
      const giveUp = () => {
        end()
        this.#waiting.splice(this.#waiting.indexOf(place), 1)
        const message =
          'The service is busy with long answers. Try again, or ask for fewer documents at once (`limit`).'
        reject(new QuireError('unavailable', message, { retryAfter: 1 }))
      }
      const timer = setTimeout(giveUp, LONGEST_WAIT_MS)
      const behind = this.#waiting.findIndex((other) => other.amount > amount)
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, place)
      if (gone?.aborted) giveUp()
      else gone?.addEventListener('abort', giveUp)
    })
  }
}
