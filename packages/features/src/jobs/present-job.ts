import {
  type JsonObject,
  keptJson,
  type PresentedDocument,
  type Runtime,
  shownInput,
  queuedWorkOf,
  presentRecord,
} from '@quirecms/core/feature'
import type { FoundJob } from './job-access.ts'

export function presentJob(runtime: Runtime, { row, details }: FoundJob): PresentedDocument {
  const { id, runAt, status, createdAt, createdBy, startedAt, finishedAt, attempts, error } = queuedWorkOf(row)
  const { job: name, moment, requestId } = details
  const { jobs } = runtime.manifest
  const json = (text: string | null) => keptJson(runtime, id, text)
  const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
  const value: JsonObject = {
    id,
    job: name,
    status,
    runAt,
    key: row.documentId === '' || moment !== '' ? null : row.documentId,
    // Without its definition, secret parts of the input are not known: hide all of it.
    input: job ? shownInput(job.input, json(details.input)) : null,
    progress: json(details.progress),
    result: json(details.result),
    createdAt,
    createdBy: createdBy && { ...createdBy },
    isScheduled: moment !== '',
    requestId,
    startedAt,
    finishedAt,
    attempts,
    error,
  }
  return presentRecord(id, value)
}
