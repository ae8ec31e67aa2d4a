import {
  type Call,
  currentCreator,
  deniedPaths,
  emitUnchanged,
  type FieldNode,
  findPermitted,
  isObject,
  isWithin,
  type QueuedJob,
  type QueuedWork,
  QuireError,
  type ScheduleFailedArguments,
  textIn,
  type Unit,
} from '@quirecms/core/feature'
import { noticeMail } from '../auth/offers.ts'
import { addressInAdmin, titleForUser } from '../overview/offers.ts'
import { languageOfUser } from '../preferences/offers.ts'
import type { ScheduledAction } from './schedule-api.ts'

/**
 * A final failure is an event, and a mail to the user who scheduled it, if mail is configured
 * (docs/contract/scheduling.md#failing).
 */
export async function tellFailure(
  call: Call,
  work: QueuedWork,
  sendsMail: boolean,
): ReturnType<NonNullable<QueuedJob<Call>['onFailed']>> {
  const { documentId, createdBy } = work
  // The user is notified even if the key was revoked meanwhile.
  const maker = createdBy && (await currentCreator(call.runtime, { ...createdBy, key: null }))
  const actor = maker?.actor ?? null
  const forMaker: Call = {
    ...call,
    caller: { actor, system: work.bySystem, isJob: true, context: call.caller.context },
    input: { ...call.input, id: documentId },
  }
  const mail = actor && sendsMail ? await mailOf(forMaker, actor, work) : null
  return async (unit, note) => {
    // Lock the document first, like a deletion, which then cancels its schedules.
    const document = await unit.tx.get(call.entity.table.name, documentId, undefined, { lock: 'change' })
    if (!(await note())) return
    if (document) await emitUnchanged(forMaker, unit, document, 'scheduleFailed')
    await mail?.(unit)
  }
}

/** Contains only what the recipient may read; null without a confirmed address. */
async function mailOf(
  call: Call,
  actor: NonNullable<Call['caller']['actor']>,
  { job, runAt, error, documentId }: QueuedWork,
): Promise<((unit: Unit) => Promise<void>) | null> {
  const { runtime, entity } = call
  const users = runtime.manifest.collections[actor.collection]
  const address: unknown = actor['email']
  if (!users?.auth || typeof address !== 'string') return null
  const owner = { collection: actor.collection, userId: actor.id }
  const language = (await languageOfUser(runtime.storage.reader.records, owner)) ?? users.auth.mailLanguage
  const issues = Array.isArray(error?.['issues']) ? error['issues'] : []
  const fields = issues.flatMap((issue) => {
    const path = isObject(issue) ? issue['path'] : undefined
    return typeof path === 'string' && path !== '' ? [nameOfField(entity.fields, path, language)] : []
  })
  const code = error?.['code']
  const details: Omit<ScheduleFailedArguments, 'language'> = {
    action: job as ScheduledAction,
    title: await titleFor({ ...call, caller: { actor, system: false, context: {} } }, language),
    runAt,
    code: typeof code === 'string' ? code : 'internal',
    fields: [...new Set(fields)],
    url: addressInAdmin(call, documentId),
  }
  return (unit) => noticeMail({ ...call, entity: users }, unit, 'scheduleFailed', address, details)
}

const REFUSALS = new Set(['unauthenticated', 'forbidden', 'not_found'])

async function titleFor(call: Call, language: string): Promise<string> {
  const { entity } = call
  const reading: Call = { ...call, operation: entity.operations['scheduled'] ?? call.operation }
  try {
    const document = await findPermitted(reading)
    const asked: Call = { ...call, operation: entity.operations['read'] ?? call.operation }
    const denied = await deniedPaths(asked, 'read', document)
    return titleForUser(call, document, { language, isSeen: ({ path, hidden }) => !hidden && !isWithin(denied, path) })
  } catch (error) {
    if (error instanceof QuireError && REFUSALS.has(error.code))
      return titleForUser(call, null, { language, isSeen: () => false })
    throw error
  }
}

/** Label as in forms: `Sections 2 › Text` for `sections.1.text`. */
function nameOfField(fields: readonly FieldNode[], path: string, language: string): string {
  const names: string[] = []
  let inside = fields
  for (const part of path.split('.')) {
    const node = inside.find(({ name }) => name === part)
    const last = names.length - 1
    if (node) {
      const { label } = node.options
      names.push(label === undefined ? spelledOut(node.name) : textIn(label, language))
      inside = node.fields.length > 0 ? node.fields : Object.values(node.blocks).flat()
    } else if (/^\d+$/.test(part) && last >= 0) {
      names[last] = `${names[last]} ${Number(part) + 1}`
    } else break
  }
  return names.length > 0 ? names.join(' › ') : path
}

function spelledOut(name: string): string {
  const spaced = name.replaceAll(/[-_]+/g, ' ').replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
}
