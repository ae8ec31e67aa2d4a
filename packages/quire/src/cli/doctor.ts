import { atOneMoment, type Finding, type Runtime } from '@quirecms/core'
import { examine, makeLaterSizes } from '@quirecms/features/commands'
import type { DoctorOptions } from './command-line.ts'
import { withApplication } from './with-application.ts'

/** Only the first similar findings are listed. */
const MOST_TOLD = 20

/** `quire doctor`: reports inconsistencies of the database, and repairs what it can. */
export async function doctor({ config, repair, files, objects }: DoctorOptions): Promise<void> {
  const left = await withApplication(config, async (runtime) => {
    // Repairs change what the next check sees.
    const wrong = await (repair
      ? checkAll(runtime, repair, files)
      : atOneMoment(runtime, (seen) => checkAll(seen, repair, files)))
    return wrong + (objects ? await makeMissing(runtime) : 0)
  })
  if (left > 0) process.exitCode = 1
}

/** Returns the number of sizes that could not be made. */
async function makeMissing(runtime: Runtime): Promise<number> {
  let made = 0
  let failed = 0
  for await (const { place, size, error } of makeLaterSizes(runtime)) {
    if (error === undefined) made += 1
    else {
      failed += 1
      if (failed <= MOST_TOLD)
        print(`wrong   ${place}: Its size "${size}" could not be made. ${error instanceof Error ? error.message : ''}`)
    }
  }
  if (failed > MOST_TOLD) print(`… and ${failed - MOST_TOLD} more like these in sizes of pictures`)
  const failures = failed === 0 ? '' : `, ${failed} failed`
  print(`${failed === 0 ? 'ok    ' : 'wrong '}  sizes of pictures: ${made} made${failures}`)
  return failed
}

/** Reports problems, and returns the number of remaining ones. */
export async function checkAll(runtime: Runtime, repair: boolean, files: boolean): Promise<number> {
  const counts = new Map<string, { found: number; mended: number; unknown: number }>()
  let canBeMended = 0
  for await (const { check, finding } of examine(runtime, { files })) {
    const count = counts.get(check) ?? { found: 0, mended: 0, unknown: 0 }
    counts.set(check, count)
    if (!finding) continue
    count.found += 1
    const isMended = repair && (await mend(runtime, finding))
    if (finding.isUnknown) count.unknown += 1
    if (isMended) count.mended += 1
    else if (finding.repair) canBeMended += 1
    if (count.found <= MOST_TOLD) print(`${stateOf(finding, isMended).padEnd(8)}${finding.place}: ${finding.message}`)
  }
  let left = 0
  for (const [check, { found, mended, unknown }] of counts) {
    const wrong = found - mended - unknown
    left += wrong
    if (found > MOST_TOLD) print(`… and ${found - MOST_TOLD} more like these in ${check}`)
    print(
      `${wrong === 0 ? 'ok    ' : 'wrong '}  ${check}${tally(found - unknown, mended)}${unknown === 0 ? '' : `, ${unknown} unknown`}`,
    )
  }
  if (canBeMended > 0) print(`${canBeMended} of these can be fixed: run quire doctor --repair`)
  return left
}

function stateOf({ isUnknown }: Finding, isMended: boolean): string {
  if (isUnknown) return 'unknown'
  return isMended ? 'fixed' : 'wrong'
}

function tally(found: number, mended: number): string {
  if (found === 0) return ''
  return mended === 0 ? `: ${found} found` : `: ${found} found, ${mended} fixed`
}

async function mend({ storage }: Runtime, { repair }: Finding): Promise<boolean> {
  if (!repair) return false
  await storage.transaction(repair)
  return true
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
