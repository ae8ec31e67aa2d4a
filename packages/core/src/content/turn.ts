const LONGEST_MS = 10

/** Those whose turn is over. One of them goes on in each round of the event loop, however many they are. */
const waiting: (() => void)[] = []

/** The time that long work may have in one go: everybody else waits for it meanwhile. */
export class Turn {
  #began = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#began > LONGEST_MS
  }

  /** Resolves when it is this one's turn again. */
  async letOthersIn(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(goOn)
    })
    this.#began = performance.now()
  }
}

function goOn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}
