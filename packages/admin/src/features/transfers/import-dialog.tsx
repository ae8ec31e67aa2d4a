import { useState } from 'react'
import { collection } from '../../data/client.ts'
import { hasDrafts, labelOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import { useRights } from '../../data/use-rights.ts'
import { isUnderWay, useTransfer } from '../../data/use-transfer.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox, Input, Labelled, Select } from '../../design/input.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { RecentTransfers, TransferFiles } from './recent-transfers.tsx'
import { formatOf, namingFields } from './table-fields.ts'
import { TransferProgress } from './transfer-progress.tsx'
import styles from './transfers.module.css'
import { TrialOutcome, useRefusals } from './trial-outcome.tsx'
import { transfersWords } from './words.ts'

/** First a dry run that reports what would change and all issues, then the import. */
export function ImportDialog({ entity, onClose }: { readonly entity: EntitySchema; readonly onClose: () => void }) {
  const said = useWords(transfersWords)
  const refusals = useRefusals()
  const { cancel, close } = useWords(sharedWords)
  const formats = useFormats()
  const rights = useRights(entity.slug)
  const trial = useTransfer(entity.slug)
  const real = useTransfer(entity.slug)
  const [file, setFile] = useState<File>()
  const [upsertBy, setUpsertBy] = useState('')
  const [isPublished, setPublished] = useState(false)
  const [mapping, setMapping] = useState<Readonly<Record<string, string | null>>>({})
  const mayPublish = hasDrafts(entity) && may(rights, 'publish')

  const send = (dryRun: boolean, mapped = mapping) => {
    if (!file) return
    const format = formatOf(file.name)
    const running = dryRun ? trial : real
    running.start(() =>
      collection(entity.slug).import({
        file,
        format,
        dryRun,
        // The dry run has shown the issues; continuing skips those rows.
        onIssue: 'skip',
        ...(upsertBy !== '' && { upsertBy }),
        ...(isPublished && { publish: true }),
        ...(format === 'csv' && Object.keys(mapped).length > 0 && { mapping: mapped }),
      }),
    )
  }
  const shown = real.transfer ?? trial.transfer
  const isBusy = isUnderWay(shown) || trial.isStarting || real.isStarting
  const error = real.error ?? trial.error
  const checked = trial.transfer?.status === 'completed' ? trial.transfer : undefined
  const rows = checked ? checked.created + checked.updated : 0
  const stop = real.transfer ? real.cancel : trial.cancel

  return (
    <Dialog
      open
      onClose={onClose}
      kind={checked && !real.transfer ? 'wide' : 'dialog'}
      title={said.importTitle({ what: formats.inSentence(labelOf(entity)) })}
      actions={
        <>
          {isUnderWay(shown) ? (
            <Button onClick={stop}>{said.stopIt}</Button>
          ) : (
            // On phones, there is no room for a third button; the dialog can be closed otherwise.
            (!checked || real.transfer) && <Button onClick={onClose}>{real.transfer ? close : cancel}</Button>
          )}
          {!real.transfer && !checked && (
            <Button kind="primary" disabled={!file || isBusy} onClick={() => send(true)}>
              {said.check}
            </Button>
          )}
          {!real.transfer && checked && (
            <>
              <Button onClick={trial.forget}>{said.back}</Button>
              <Button kind="primary" disabled={rows === 0 || isBusy} onClick={() => send(false)}>
                {said.importNow({ count: rows })}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {error && (
          <p className={styles.refusal} role="alert">
            {refusals.error(error)}
          </p>
        )}
        {real.transfer && <TransferProgress transfer={real.transfer} />}
        {real.transfer && !isUnderWay(real.transfer) && (
          <p>
            <TransferFiles slug={entity.slug} transfer={real.transfer} />
          </p>
        )}
        {!real.transfer && checked && (
          <TrialOutcome
            entity={entity}
            trial={checked}
            onMap={(column, field) => {
              const next = { ...mapping, [column]: field }
              setMapping(next)
              send(true, next)
            }}
          />
        )}
        {!real.transfer && !checked && trial.transfer && <TransferProgress transfer={trial.transfer} />}
        {/* After a failed check, another file can be chosen. */}
        {!real.transfer && !checked && !isUnderWay(trial.transfer) && (
          <>
            <Labelled label={said.file} hint={said.fileHint}>
              {(described) => (
                <Input
                  {...described}
                  type="file"
                  accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json"
                  onChange={(event) => {
                    setFile(event.target.files?.[0])
                    setMapping({})
                    trial.forget()
                  }}
                />
              )}
            </Labelled>
            <Labelled label={said.matchBy} hint={upsertBy === '' ? undefined : said.matchHint}>
              {(described) => (
                <Select
                  {...described}
                  value={upsertBy}
                  onChange={setUpsertBy}
                  options={[
                    { value: '', label: said.matchNone },
                    ...namingFields(entity).map(({ name, label }) => ({
                      value: name,
                      label: said.matchField({ field: label }),
                    })),
                  ]}
                />
              )}
            </Labelled>
            {mayPublish && (
              <label className={styles.choice}>
                <Checkbox checked={isPublished} onCheckedChange={(next) => setPublished(next)} />
                {said.publish}
              </label>
            )}
            <RecentTransfers entity={entity} kind="import" />
          </>
        )}
      </div>
    </Dialog>
  )
}
