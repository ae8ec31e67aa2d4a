import { QuireError } from '../../contracts/errors.ts'
import type { ResizedImage } from '../../contracts/files.ts'
import type { UploadOptions } from '../../config/upload.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { refuseIfGone } from '../../engine/waiting-client.ts'
import { fetchObject, type FilesAtHand, type LocatedFile, type SentObject, withFiles } from '../uploads/offers.ts'
import { findDerived, storeDerived } from './derived-objects.ts'
import type { PicturePlan } from './picture-plan.ts'

/** What is known of pictures while the application runs. */
interface Workshop {
  readonly underWay: Map<string, Promise<SentObject | null>>
  /** Files of which no pictures are made, by what becomes of those that move: they do, or can't be decoded. */
  readonly kept: Set<string>
}

const MOST_KEPT = 10_000
const workshops = new WeakMap<Runtime, Workshop>()

function workshopOf(runtime: Runtime): Workshop {
  const workshop = workshops.get(runtime) ?? { underWay: new Map(), kept: new Set() }
  workshops.set(runtime, workshop)
  return workshop
}

/** A picture of a file: as it is stored, or made now, once for all who ask at the same time. Null where the file stays as it is. */
export async function makeOnce(
  call: Call,
  options: UploadOptions,
  located: LocatedFile,
  plan: PicturePlan,
): Promise<SentObject | null> {
  const { underWay, kept } = workshopOf(call.runtime)
  const of = located.object.key
  const name = `${of} ${plan.variant}`
  for (;;) {
    refuseIfGone()
    const stored = await findDerived(call, { of, variant: plan.variant })
    if (stored) return stored
    if (kept.has(keptAs(of, plan))) return null
    const begunByOthers = underWay.get(name)
    if (!begunByOthers) break
    // Whoever began it may go away, and what they began ends with that: then it is for the next one to make it.
    await begunByOthers.catch(() => undefined)
  }
  const begun = withFiles(call.runtime, (at) => make(call, at, options, located, plan))
  underWay.set(name, begun)
  try {
    return await begun
  } finally {
    underWay.delete(name)
  }
}

async function make(
  call: Call,
  at: FilesAtHand,
  options: UploadOptions,
  { object, document }: LocatedFile,
  plan: PicturePlan,
): Promise<SentObject | null> {
  const { variant } = plan
  // It may have been stored while this waited for its turn.
  const stored = await findDerived(call, { of: object.key, variant })
  if (stored) return stored
  const picture = at.work.images.handles(object.mimeType) ? await draw(at, options, object, plan) : null
  if (picture) return storeDerived(call, at, { of: object.key, variant, document }, picture)
  const { kept } = workshopOf(call.runtime)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.add(keptAs(object.key, plan))
  return null
}

function keptAs(of: string, { animated }: PicturePlan): string {
  return `${animated} ${of}`
}

/** Null where it stays as it is. */
async function draw(
  at: FilesAtHand,
  options: UploadOptions,
  object: LocatedFile['object'],
  { frame, size, animated }: PicturePlan,
): Promise<ResizedImage | null> {
  const path = await fetchObject(at, object)
  const { images } = at.work
  try {
    if (animated === 'keep' && (await images.moves(path, options))) return null
    return await images.resize(path, size, frame, options)
  } catch (error) {
    if (error instanceof QuireError && error.code === 'validation') return null
    throw error
  }
}
