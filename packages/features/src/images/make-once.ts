import {
  type Call,
  QuireError,
  refuseIfGone,
  type ResizedImage,
  type Runtime,
  type UploadSettings,
  onceFor,
} from '@quirecms/core/feature'
import { fetchObject, type FilesAtHand, type LocatedFile, type SentObject, withFiles } from '../uploads/offers.ts'
import { findDerived, storeDerived } from './derived-objects.ts'
import type { PicturePlan } from './picture-plan.ts'

interface Workshop {
  readonly underWay: Map<string, Promise<SentObject | null>>
  /** Files without pictures, keyed with the handling of animations: they are animated or can't be decoded. */
  readonly kept: Set<string>
}

const MOST_KEPT = 10_000
const workshopOf = onceFor((_: Runtime): Workshop => ({ underWay: new Map(), kept: new Set() }))

/**
 * Returns a picture of a file: stored, or made now, once for all concurrent requests. Null if the file is sent as it
 * is.
 */
export async function makeOnce(
  call: Call,
  options: UploadSettings,
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
    // If the client that began it leaves, its work is aborted; then the next waiting request makes the picture.
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
  options: UploadSettings,
  { object, document }: LocatedFile,
  plan: PicturePlan,
): Promise<SentObject | null> {
  const { variant } = plan
  // Another process may have stored it while this waited in the queue.
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

/** Null if the file is sent as it is. */
async function draw(
  at: FilesAtHand,
  options: UploadSettings,
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
