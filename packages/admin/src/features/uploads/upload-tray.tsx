import { Link } from '@tanstack/react-router'
import { Check, RotateCcw, X } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { useFailureWords } from '../../fields/use-failure-words.ts'
import { cancelUpload, dismissUploads, retryUpload, type UploadItem, useUploads } from './upload-queue.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useRootMark } from '../../design/use-root-mark.ts'
import { mediaWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { FilePicture } from '../../fields/files-cell.tsx'
import styles from './upload-tray.module.css'

/** The uploads in progress, shown on every screen. */
export function UploadTray() {
  const said = useWords(mediaWords)
  const { dismiss } = useWords(sharedWords)
  const uploads = useUploads()
  useRootMark('data-tray', uploads.length > 0)
  if (uploads.length === 0) return null
  const done = uploads.filter(({ state }) => state === 'done').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const isOver = done + failed === uploads.length
  const summary = isOver
    ? [done > 0 && said.uploaded({ count: done }), failed > 0 && said.failed({ count: failed })]
        .filter(Boolean)
        .join(', ')
    : said.uploading({ done, all: uploads.length })
  return (
    <section className={styles.tray} aria-label={said.uploads}>
      <div className={styles.head}>
        <span role="status">{summary}</span>
        {isOver && (
          <IconButton small label={dismiss} onClick={dismissUploads}>
            <Icon of={X} size={14} />
          </IconButton>
        )}
      </div>
      <ul className={styles.list}>
        {uploads.map((item) => (
          <Upload key={item.key} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Upload({ item }: { readonly item: UploadItem }) {
  const said = useWords(mediaWords)
  const failureWords = useFailureWords()
  const { key, file, state, progress, error, id, collection } = item
  return (
    <li className={styles.item}>
      <FilePicture file={file} />
      <div className={styles.text}>
        {id === undefined ? (
          <span className={styles.name}>{file.name}</span>
        ) : (
          <Link {...addresses.document(collection, id)} className={styles.name}>
            {file.name}
          </Link>
        )}
        {state === 'sending' && <progress className={styles.progress} value={progress} aria-label={file.name} />}
        {state === 'waiting' && <span className={styles.note}>{said.waiting}</span>}
        {state === 'failed' && (
          <span className={styles.problem} role="alert">
            {failureWords(error as Error)}
          </span>
        )}
      </div>
      {state === 'done' && <Icon of={Check} size={14} />}
      {state === 'failed' && (
        <IconButton small label={said.retryOne({ name: file.name })} onClick={() => retryUpload(key)}>
          <Icon of={RotateCcw} size={14} />
        </IconButton>
      )}
      {state !== 'done' && (
        <IconButton small label={said.cancelOne({ name: file.name })} onClick={() => cancelUpload(key)}>
          <Icon of={X} size={14} />
        </IconButton>
      )}
    </li>
  )
}
