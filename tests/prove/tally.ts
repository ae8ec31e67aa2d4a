export interface Finding {
  readonly claim: string
  readonly text: string
  /** What `--seed` must be to see it again, as far as processes repeat themselves. */
  readonly seed: number
}

/** So many findings of a claim are told; of the rest, how many there are. */
const MOST_TOLD = 20

/** What one claim has tried, and what it has found. */
export class Tally {
  readonly claim: string
  readonly counts = new Map<string, number>()
  readonly findings: Finding[] = []
  /** How many there are, told or not. */
  found = 0
  rounds = 0
  milliseconds = 0
  seed = 0

  constructor(claim: string) {
    this.claim = claim
  }

  /** One more that was tried. */
  add(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times)
  }

  /** Something is not as it is claimed. */
  fail(text: string): void {
    this.found += 1
    if (this.findings.length < MOST_TOLD) this.findings.push({ claim: this.claim, text, seed: this.seed })
  }

  expect(holds: boolean, text: string): void {
    if (!holds) this.fail(text)
  }
}
