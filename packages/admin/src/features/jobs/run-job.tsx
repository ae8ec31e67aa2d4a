import { textIn } from '@quirecms/core/localized-text'
import { useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { MomentInput } from '../../design/date-picker/moment-input.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { toast } from '../../design/toasts.tsx'
import { CodeBox } from '../../fields/code-box.tsx'
import { parseJson } from '../../fields/json-text.ts'
import { useAppearance } from '../../words/appearance.ts'
import { inputWords } from '../../words/fields.ts'
import { useWords } from '../../words/use-words.ts'
import { emptyInput, type JobDefinition } from './job.ts'
import { useJobLabel, useQueueJob } from './use-jobs.ts'
import { jobsWords } from './words.ts'

const textOf = ({ input }: JobDefinition) => (input ? JSON.stringify(emptyInput(input), null, 2) : '')

/** Queues a job by hand, with the input that its schema asks for. */
export function RunJob({ jobs, onClose }: { readonly jobs: readonly JobDefinition[]; readonly onClose: () => void }) {
  const said = useWords(jobsWords)
  const { notJson } = useWords(inputWords)
  const errors = useWords(errorWords)
  const { language } = useAppearance()
  const labelOf = useJobLabel()
  const [job, setJob] = useState(jobs[0])
  const [text, setText] = useState(() => (job ? textOf(job) : ''))
  const [at, setAt] = useState<string | null>(null)
  const queue = useQueueJob()
  if (!job) return null
  const choose = (name: string) => {
    const chosen = jobs.find((one) => one.name === name) ?? job
    setJob(chosen)
    setText(textOf(chosen))
    queue.reset()
  }
  const input = job.input ? parseJson(text) : undefined
  const isBroken = job.input !== null && input === undefined
  const run = () => {
    if (isBroken) return
    queue.mutate(
      { job: job.name, input, at },
      {
        onSuccess: () => {
          toast(said.queued)
          onClose()
        },
      },
    )
  }
  const issues = isApiError(queue.error) ? queue.error.issues : []
  const problem = queue.error
    ? issues.map(({ path, message }) => `${path}: ${message}`).join(' ') || explain(queue.error, errors)
    : undefined
  const about = job.description ? textIn(job.description, language) : undefined
  return (
    <FormDialog
      title={said.runTitle}
      action={said.queue}
      isDisabled={queue.isPending || isBroken}
      onSubmit={run}
      onClose={onClose}
    >
      <Labelled label={said.filter} {...(about !== undefined && { hint: about })}>
        {(described) => (
          <Select
            {...described}
            value={job.name}
            options={jobs.map((one) => ({ value: one.name, label: labelOf(one) }))}
            onChange={choose}
          />
        )}
      </Labelled>
      {job.input ? (
        <Labelled label={said.input} hint={said.inputHint} error={isBroken ? notJson : problem}>
          {(described) => (
            <CodeBox described={described} language="json" value={text} isReadOnly={false} onChange={setText} />
          )}
        </Labelled>
      ) : (
        <p role={problem === undefined ? undefined : 'alert'}>{problem ?? said.noInput}</p>
      )}
      <Labelled label={said.at}>{(described) => <MomentInput {...described} value={at} onChange={setAt} />}</Labelled>
    </FormDialog>
  )
}
