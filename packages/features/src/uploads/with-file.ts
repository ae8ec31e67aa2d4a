import {
  type Answer,
  beforeOperation,
  type Call,
  type Operation,
  QuireError,
  runOnce,
  type UploadSettings,
  type JsonObject,
} from '@quirecms/core/feature'
import { refuseIfOver, withFiles } from './file-work.ts'
import { mapIssues } from './issue-paths.ts'
import { objectsIn } from './named-objects.ts'
import { refuseIfFull } from './quota.ts'
import { forget } from './stored-objects.ts'
import { storeFile, type StoredFile } from './store-file.ts'
import { takeFile } from './take-file.ts'

export function createWithFile(options: UploadSettings): (create: Operation<Call>) => Operation<Call> {
  return (create) => ({
    ...create,
    summary: 'Upload a file',
    description: 'Sends a file together with the other fields of its document.',
    body: { kind: 'multipart', partial: false, maxFileSize: options.maxFileSize, mimeTypes: options.mimeTypes },
    async run(call) {
      if (!call.input.parts) throw fileMissing()
      return runWithParts(call, create, options, 'new')
    },
  })
}

/**
 * `update` with an optional file, which replaces the document's file. The old one is removed once it is no longer
 * needed.
 */
export function updateWithFile(options: UploadSettings): (update: Operation<Call>) => Operation<Call> {
  return (update) => ({
    ...update,
    summary: 'Change some fields of a document, or its file',
    description: 'Omitted fields stay unchanged. A new file replaces the old one.',
    body: {
      kind: 'multipart',
      partial: true,
      relative: true,
      maxFileSize: options.maxFileSize,
      mimeTypes: options.mimeTypes,
      orDocument: true,
    },
    run: (call) => (call.input.parts ? runWithParts(call, update, options, 'another') : update.run(call)),
  })
}

async function runWithParts(
  call: Call,
  write: Operation<Call>,
  options: UploadSettings,
  file: 'new' | 'another',
): Promise<Answer> {
  const { input, runtime } = call
  const { earlyCheck } = write
  if (!earlyCheck)
    throw new QuireError('internal', `The rule of "${write.name}" cannot be checked before the file is received.`)
  const operation = withDataPath(write, input.parts?.dataPath ?? '')
  // `beforeOperation` hooks must run before any rule is asked.
  const isAskedFirst = input.parts?.isFromBody || call.entity.hooks.beforeOperation.length === 0
  const permission = isAskedFirst ? await new UnseenData().ask((data) => earlyCheck.ask(call, data, true)) : undefined
  if (file === 'new') await refuseIfFull(call, options.quota)
  return withFiles(runtime, async ({ files, work, over }) => {
    const parts = await input.parts?.read((taken) => {
      // The bytes can be read only once, so an outer transaction must not be retried after this.
      if (taken.isStream) runOnce(runtime.storage, call.caller.context)
      return takeFile(files, work, options, taken)
    })
    const read: Call = { ...call, input: { ...input, parts: undefined, body: parts?.data } }
    const ready = input.parts?.isFromBody ? read : await beforeOperation(read, operation)
    if (parts?.file) {
      const data = ready.input.body ?? {}
      // A caller who is allowed whatever the data is asked again by the write itself, so not here.
      const before = await earlyCheck.look(ready, data, permission ?? (await earlyCheck.ask(ready, data, false)))
      const replaced = before ? objectsIn(before.json).map(({ key }) => key) : []
      const stored = await storeFile(ready, { files, work, over }, options, parts.file, replaced)
      return runWithStored(ready, operation, stored, over)
    }
    if (file === 'new') throw fileMissing()
    return operation.run(ready)
  })
}

/** Report issues of the document with the path of its part in the request. */
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

/** Runs a write whose document names stored objects. If it fails, removes them. */
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

function fileMissing(): QuireError {
  const issues = [{ code: 'required', path: 'file', message: 'Send a file in the part "file".' } as const]
  return new QuireError('validation', 'The file is missing.', { issues })
}

/**
 * Stands for the data of a request that was not read yet. Tells whether a rule decides without the data: a caller who
 * may not upload at all is refused before the first byte of a file.
 */
class UnseenData {
  #isLookedAt = false

  /** The verdict of `ask` if it doesn't depend on the data (or its error); undefined if it does. */
  async ask<Verdict>(ask: (data: JsonObject) => Promise<Verdict>): Promise<Verdict | undefined> {
    try {
      const verdict = await ask(this.#data())
      return this.#isLookedAt ? undefined : verdict
    } catch (error) {
      if (this.#isLookedAt) return undefined
      throw error
    }
  }

  #data(): JsonObject {
    const look = (): never => {
      this.#isLookedAt = true
      throw new Error('The data of this request has not been read yet.')
    }
    return new Proxy<JsonObject>({}, { get: look, has: look, ownKeys: look, getOwnPropertyDescriptor: look })
  }
}
