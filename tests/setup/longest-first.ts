import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest, the longest first, and those with a browser between others. What has run before on this machine is sorted by
 * how long it took, but where nothing has, Vitest goes by size: a short file with a long test would begin last, and the other workers
 * would wait for it.
 */
const LONGEST = [
  'admin/every-screen',
  'docs/packed-examples',
  'create-quire/create-quire',
  'admin/screens',
  'cli/transfer',
  'properties/non-interference',
  'admin/saving',
  'openapi/generators',
  'properties/where',
  'admin/circumstances',
  'cli/blog',
  'openapi/linters',
  'admin/document',
  'storage/contract-postgres',
  'cli/draining',
  'admin/translation',
  'cli/workers',
  'uploads/stopped-work',
  'admin/list-answers',
  'references/many-documents',
  'uploads/quota-changes',
  'admin/journeys',
  'uploads/image-turns',
  'api/long-pages',
  'admin/leaving-nothing',
  'purge/purge',
  'cli/testing',
  'admin/list-widths',
  'storage/contract-pooled',
  'cli/log',
  'admin/every-field',
  'evolution/conversions',
  'auth/mail-queue',
  'admin/list',
  'webhooks/killed-instances',
  'cli/run',
  'admin/pasting',
  'cli/blog-users',
  'schedule/killed-instances',
  'api/scans-beside',
].map((name) => `/tests/${name}.test.ts`)

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
