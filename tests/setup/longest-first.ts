import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Looks at every screen, by itself and for minutes. If it began last, the other workers would wait for it. */
const LONGEST = 'tests/admin/every-screen.test.ts'

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = (file: TestSpecification) => file.moduleId.endsWith(LONGEST)
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's, not that of an array
    const usual = await super.sort(files)
    return usual.toSorted((one, other) => Number(isLongest(other)) - Number(isLongest(one)))
  }
}
