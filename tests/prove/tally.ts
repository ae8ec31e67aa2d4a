export interface Finding {
  readonly claim: string
  readonly text: string
  /** `--seed` to repeat it, as far as processes are repeatable. */
  readonly seed: number
}

/** Most findings of a claim in the report; further ones are counted. */
const MOST_TOLD = 20

/** Results of one claim. */
export class Tally {
  readonly claim: string
  readonly counts = new Map<string, number>()
  readonly findings: Finding[] = []
  found = 0
  rounds = 0
  milliseconds = 0
  seed = 0

  constructor(claim: string) {
    this.claim = claim
  }

  add(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times)
  }

  /** Records a finding. */
  fail(text: string): void {
    this.found += 1
    if (this.findings.length < MOST_TOLD) this.findings.push({ claim: this.claim, text, seed: this.seed })
  }

  expect(holds: boolean, text: string): void {
    if (!holds) this.fail(text)
  }
}
