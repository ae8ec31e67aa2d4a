import { type Call, type Finding, type Findings, type Runtime, systemCall } from '@quirecms/core/feature'
import { checkReferences } from './check-references.ts'

export interface ExamineOptions {
  /** Also reads every file to its end. */
  readonly files: boolean
}

/**
 * Runs the checks of the features that the application has, and yields each check's name when it begins, and then its
 * findings. Checks read page by page, so memory doesn't grow with the number of documents.
 */
export async function* examine(
  runtime: Runtime,
  options: ExamineOptions,
): AsyncGenerator<{ readonly check: string; readonly finding?: Finding }> {
  for (const [check, parts] of checksOf(runtime, options)) {
    yield { check }
    for (const find of parts) for await (const finding of await find()) yield { check, finding }
  }
}

type CheckPart = () => Findings | Promise<Findings>

/** Checks by name, in the order of the report. The same name in several entities is one check. */
function checksOf(runtime: Runtime, { files }: ExamineOptions): ReadonlyMap<string, readonly CheckPart[]> {
  const { collections, globals, service } = runtime.manifest
  const entities = [...Object.values(collections), ...Object.values(globals), service]
  const ofEntities = entities.flatMap((entity) => {
    const call: Call = systemCall(runtime, entity, 'doctor')
    const checks = Object.entries({ ...entity.doctorChecks, ...(files && entity.doctorFileChecks) })
    return checks.map(([check, find]) => ({ check, find: () => find(call) }))
  })
  const all = [{ check: 'references', find: () => checkReferences(runtime) }, ...ofEntities]
  return new Map(
    Map.groupBy(all, ({ check }) => check)
      .entries()
      .map(([check, parts]) => [check, parts.map(({ find }) => find)]),
  )
}
