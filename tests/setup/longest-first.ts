import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest, the longest first, and those with a browser between others. What has run before on this machine is sorted by
 * how long it took, but where nothing has, Vitest goes by size: a short file with a long test would begin last, and the other workers
 * would wait for it.
 */
const LONGEST = [
  'admin/every-screen',
  'cli/export-and-import',
  'prove/prove',
  'admin/screens',
  'create-quire/create-quire',
  'admin/saving',
  'purge/purge',
  'properties/non-interference',
  'admin/circumstances',
  'auth/mail-queue',
  'storage/contract-postgres',
  'admin/generated/every-application',
  'cli/backup',
  'jobs/killed-instances',
  'admin/document',
  'docs/operating',
  'import-export/killed-import',
  'admin/list-answers',
  'docs/examples',
  'api/long-pages',
  'admin/journeys',
  'backups/under-load',
  'evolution/conversions',
  'admin/pasting',
  'uploads/stopped-work',
  'concurrency/refused-is-never-done',
  'admin/following',
  'cli/draining',
  'backups/restore',
  'admin/translation',
  'api/scans-beside',
  'properties/sort',
  'openapi/reference-page-calls',
  'properties/totals',
  'storage/instances',
  'admin/every-field',
  'cli/workers',
  'relations/deleted-while-pointed-to',
  'admin/preview-pages',
  'cli/run',
  'http/long-answers',
  'admin/named-in-texts',
  'features/on-and-off',
  'cli/stopping',
  'admin/jobs',
  'uploads/s3-faults',
  'properties/where',
  'admin/list',
  'storage/kept-statements',
  'cli/create-user',
  'admin/features',
  'auth/mail-limits',
  'evolution/interrupted',
  'admin/transfers',
  'cli/testing',
  'properties/no-interference-of-applications',
  'admin/live-preview',
  'auth/recovery',
  'admin/leaving-nothing',
  'webhooks/killed-instances',
  'admin/recovery',
  'schedule/killed-instances',
].map((name) => `/${name}.test.ts`)

function rank({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(name))
  return place === -1 ? LONGEST.length : place
}

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's, not that of an array
    const usual = await super.sort(files)
    return usual.toSorted((one, other) => rank(one) - rank(other))
  }
}
