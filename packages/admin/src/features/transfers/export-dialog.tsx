import { useState } from 'react'
import { collection } from '../../data/client.ts'
import { hasDrafts, labelOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { shownFields } from './table-fields.ts'
import { isUnderWay, transferAddress, useTransfer } from '../../data/use-transfer.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import type { ListState } from '../../screens/list/list-state.ts'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { RecentTransfers } from './recent-transfers.tsx'
import { TransferProgress } from './transfer-progress.tsx'
import styles from './transfers.module.css'
import { useRefusals } from './trial-outcome.tsx'
import { transfersWords } from './words.ts'

interface ExportDialogProps {
  readonly entity: EntitySchema
  readonly state: ListState
  readonly onClose: () => void
}

/** Asks for the content of an export and waits until it can be downloaded. A closed dialog can be reopened here. */
export function ExportDialog({ entity, state, onClose }: ExportDialogProps) {
  const said = useWords(transfersWords)
  const refusals = useRefusals()
  const { cancel, close } = useWords(sharedWords)
  const formats = useFormats()
  const exporting = useTransfer(entity.slug)
  const [format, setFormat] = useState<'csv' | 'json' | 'jsonl'>('csv')
  const [which, setWhich] = useState<'matching' | 'all'>(state.isNarrowed ? 'matching' : 'all')
  const [fields, setFields] = useState<'all' | 'shown'>('all')
  const { transfer } = exporting

  const start = () => {
    const { where, search } = state.scope
    exporting.start(() =>
      collection(entity.slug).export({
        format,
        ...(which === 'matching' && { ...(where && { where }), ...(search !== undefined && { search }) }),
        ...(state.sort.length > 0 && { sort: state.sort }),
        ...(fields === 'shown' && { fields: shownFields(entity, state) }),
        ...(hasDrafts(entity) && { draft: true }),
      }),
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={said.exportTitle({ what: formats.inSentence(labelOf(entity)) })}
      actions={
        transfer ? (
          <>
            <Button onClick={isUnderWay(transfer) ? exporting.cancel : onClose} disabled={exporting.isCancelling}>
              {isUnderWay(transfer) ? said.stopIt : close}
            </Button>
            {transfer.files.map(({ name }) => (
              <a
                key={name}
                className={buttonClass('primary')}
                href={transferAddress(entity.slug, transfer.id, name)}
                download
              >
                {said.download}
              </a>
            ))}
          </>
        ) : (
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button kind="primary" disabled={exporting.isStarting} onClick={start}>
              {said.exportNow}
            </Button>
          </>
        )
      }
    >
      <div className={styles.form}>
        {exporting.error && (
          <p className={styles.refusal} role="alert">
            {refusals.error(exporting.error)}
          </p>
        )}
        {transfer ? (
          <TransferProgress transfer={transfer} />
        ) : (
          <>
            <Labelled label={said.format} hint={format === 'csv' ? said.csvHint : undefined}>
              {(described) => (
                <Select
                  {...described}
                  value={format}
                  onChange={setFormat}
                  options={[
                    { value: 'csv', label: said.csv },
                    { value: 'json', label: said.json },
                    { value: 'jsonl', label: said.jsonl },
                  ]}
                />
              )}
            </Labelled>
            {state.isNarrowed && (
              <Labelled label={said.which}>
                {(described) => (
                  <Select
                    {...described}
                    value={which}
                    onChange={setWhich}
                    options={[
                      { value: 'matching', label: said.matching },
                      { value: 'all', label: said.all },
                    ]}
                  />
                )}
              </Labelled>
            )}
            <Labelled label={said.fields}>
              {(described) => (
                <Select
                  {...described}
                  value={fields}
                  onChange={setFields}
                  options={[
                    { value: 'all', label: said.allFields },
                    { value: 'shown', label: said.shownFields },
                  ]}
                />
              )}
            </Labelled>
            <RecentTransfers entity={entity} kind="export" />
          </>
        )}
      </div>
    </Dialog>
  )
}
