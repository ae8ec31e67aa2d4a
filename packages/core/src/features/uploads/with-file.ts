import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Answer } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { UploadOptions } from '../../config/upload.ts'
import { ask, refuse } from '../../engine/access.ts'
import type { Call } from '../../engine/call.ts'
import { beforeOperation } from '../../engine/execute.ts'
import { hasHooks } from '../../engine/hooks.ts'
import type { Permission } from '../../engine/permission.ts'
import { askBeforehand, lookAtAllowed } from '../../engine/read/find-document.ts'
import { runOnce } from '../../engine/unit-of-work.ts'
import { refuseIfOver, withFiles } from './file-work.ts'
import { mapIssues } from './issue-paths.ts'
import { objectsIn } from './named-objects.ts'
import { refuseIfFull } from './quota.ts'
import { forget } from './stored-objects.ts'
import { storeFile, type StoredFile } from './store-file.ts'
import { takeFile } from './take-file.ts'
import { UnseenData } from './unseen-data.ts'

/** How a write that brings a file asks before the file is taken. */
interface Beforehand {
  /** Throws if the caller may not write this, as far as that can be told without a transaction. `isUnread`: nobody knows the data yet. */
  ask(call: Call, data: JsonObject, isUnread: boolean): Promise<Permission>
  /** The objects that the file will replace. */
  replaces(call: Call, data: JsonObject, permission: Permission): Promise<readonly string[]>
}

/** `create` in a collection of files: the file comes with the document. */
export function createWithFile(options: UploadOptions): (create: Operation<Call>) => Operation<Call> {
  return (create) => ({
    ...create,
    summary: 'Upload a file',
    description: 'Sends a file and, beside it, the other fields of its document.',
    body: { kind: 'multipart', partial: false, maxFileSize: options.maxFileSize, mimeTypes: options.mimeTypes },
    async run(call) {
      if (!call.input.parts) throw fileMissing()
      return runWithParts(call, create, options, ofNew)
    },
  })
}

/** `update` may bring another file: the document then names that one, and the one before goes once nothing needs it. */
export function updateWithFile(options: UploadOptions): (update: Operation<Call>) => Operation<Call> {
  return (update) => ({
    ...update,
    summary: 'Change some fields of a document, or its file',
    description: 'What you leave out stays as it is. With a file, the document gets another one.',
    body: {
      kind: 'multipart',
      partial: true,
      relative: true,
      maxFileSize: options.maxFileSize,
      mimeTypes: options.mimeTypes,
      orDocument: true,
    },
    run: (call) => (call.input.parts ? runWithParts(call, update, options, ofChange) : update.run(call)),
  })
}

async function runWithParts(
  call: Call,
  write: Operation<Call>,
  options: UploadOptions,
  beforehand: Beforehand,
): Promise<Answer> {
  const { input, runtime } = call
  const operation = withDataPath(write, input.parts?.dataPath ?? '')
  // Where hooks run before the operation, no rule is asked before they have.
  const isAskedFirst = input.parts?.isFromBody || !hasHooks(call.entity, 'beforeOperation')
  const permission = isAskedFirst ? await new UnseenData().ask((data) => beforehand.ask(call, data, true)) : undefined
  if (beforehand === ofNew) await refuseIfFull(call, options.quota)
  return withFiles(runtime, async ({ files, work, over }) => {
    const parts = await input.parts?.read((file) => {
      // Once its bytes are read, a transaction around this call cannot bring them a second time.
      if (file.isStream) runOnce(runtime.storage, call.caller.context)
      return takeFile(files, work, options, file)
    })
    const read: Call = { ...call, input: { ...input, parts: undefined, body: parts?.data } }
    const ready = input.parts?.isFromBody ? read : await beforeOperation(read, operation)
    if (parts?.file) {
      const data = ready.input.body ?? {}
      // Who was let through whatever the data is asked once more by the write itself, and not here as well.
      const replaced = await beforehand.replaces(ready, data, permission ?? (await beforehand.ask(ready, data, false)))
      const stored = await storeFile(ready, { files, work, over }, options, parts.file, replaced)
      return runWithStored(ready, operation, stored, over)
    }
    if (beforehand === ofNew) throw fileMissing()
    return operation.run(ready)
  })
}

/** What is wrong with the document is wrong with the part that it came in. */
function withDataPath(write: Operation<Call>, dataPath: string): Operation<Call> {
  const run: Operation<Call>['run'] = async (call) => {
    try {
      return await write.run(call)
    } catch (error) {
      throw mapIssues(error, (path) => dataPath + path)
    }
  }
  return dataPath === '' ? write : { ...write, run }
}

/** Runs a write whose document names objects that are stored already. If nothing comes of it, they go. */
export async function runWithStored(
  call: Call,
  operation: Operation<Call>,
  stored: StoredFile,
  over: AbortSignal | undefined,
): Promise<Answer> {
  try {
    refuseIfOver(over)
    return await operation.run({ ...call, maintained: stored.fields })
  } catch (error) {
    await forget(call, stored.keys)
    throw error
  }
}

const ofNew: Beforehand = {
  async ask(call, data) {
    const allowed = await ask(call, 'create', { data })
    if (allowed.kind === 'never') throw refuse(call)
    return { allowed }
  },
  replaces: async () => [],
}

const ofChange: Beforehand = {
  async ask(call, data, isUnread) {
    const permission = await askBeforehand(call, data, isUnread)
    // An outdated revision or a document that is not there is refused before the first byte as well.
    await lookAtAllowed(call, permission, data)
    return permission
  },
  async replaces(call, data, permission) {
    const seen = await lookAtAllowed(call, permission, data)
    return objectsIn(seen.json).map(({ key }) => key)
  },
}

function fileMissing(): QuireError {
  const issues = [{ code: 'required', path: 'file', message: 'Send a file in the part "file".' } as const]
  return new QuireError('validation', 'The file is missing.', { issues })
}
