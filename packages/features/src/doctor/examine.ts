import { type Finding, type Findings, type Runtime, systemCall } from '@quirecms/core/feature'
import { checkContents } from './check-contents.ts'
import { checkCopies } from './check-copies.ts'
import { checkObjects } from './check-objects.ts'
import { checkReferences } from './check-references.ts'
import { checkTrees } from './check-trees.ts'
import { checkUsers } from './check-users.ts'
import { checkVersions } from './check-versions.ts'
import { checkWords } from './check-words.ts'

/**
 * The checks, in the order of the report. Each reads page by page, so memory doesn't grow with the number of
 * documents.
 */
const CHECKS: Readonly<Record<string, (runtime: Runtime) => Findings>> = {
  references: checkReferences,
  'live copies and unique values': checkCopies,
  versions: checkVersions,
  trees: checkTrees,
  users: checkUsers,
  'words that searches find': checkWords,
  files: checkObjects,
}

/** Only on request: reads all files. */
const CHECKS_OF_FILES: typeof CHECKS = { 'contents of files': checkContents }

export interface ExamineOptions {
  /** Also reads every file to its end. */
  readonly files: boolean
}

/** Runs all checks, and yields each check's name when it begins, and then its findings. */
export async function* examine(
  runtime: Runtime,
  { files }: ExamineOptions,
): AsyncGenerator<{ readonly check: string; readonly finding?: Finding }> {
  const { collections, globals, service } = runtime.manifest
  const ofFeatures = [...Object.values(collections), ...Object.values(globals), service].flatMap((entity) =>
    Object.entries(entity.doctorChecks).map(([check, find]) => {
      const call = systemCall(runtime, entity, 'doctor')
      return [check, () => find(call)] as const
    }),
  )
  for (const [check, find] of [...Object.entries({ ...CHECKS, ...(files && CHECKS_OF_FILES) }), ...ofFeatures]) {
    yield { check }
    for await (const finding of find(runtime)) yield { check, finding }
  }
}
