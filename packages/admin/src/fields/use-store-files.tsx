import { type ReactNode, lazy, Suspense, useState } from 'react'
import type { Doc } from '../data/document.ts'
import { errorWords, explain } from '../data/error-words.ts'
import { useSchema } from '../data/use-session.ts'
import { type DescribedFile, useUpload } from '../data/use-upload.ts'
import { toastError, useLate } from '../design/toasts.tsx'
import { inputWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import { useSiftedFiles } from './use-sifted-files.ts'
import { requiredFields } from './required-fields.ts'

const loadQuestion = () => import('./describe-files.tsx')
const DescribeFiles = lazy(async () => ({ default: (await loadQuestion()).DescribeFiles }))

type OnStored = (docs: readonly Doc[]) => void

export interface StoreFiles {
  /** Called with the stored files, if there are any. */
  readonly store: (files: readonly File[], onStored: OnStored) => void
  /** 0 to 1; undefined while nothing is sent. */
  readonly progress: number | undefined
  /** A dialog, if the files need data first. */
  readonly question: ReactNode
}

/** Uploads files for an input: asks for required data, and reports refused files. */
export function useStoreFiles(slug: string): StoreFiles {
  const said = useWords(inputWords)
  const errors = useWords(errorWords)
  const entity = useSchema().collections[slug]
  const late = useLate()
  const sift = useSiftedFiles()
  const { upload, progress } = useUpload(slug)
  const [asked, setAsked] = useState<{ readonly files: readonly File[]; readonly onStored: OnStored } | null>(null)

  async function send(files: readonly DescribedFile[], onStored: OnStored): Promise<void> {
    const stored = await upload(files, (file, error) =>
      toastError(said.uploadFailed({ name: file.name }), explain(error, errors)),
    )
    if (stored.length > 0) onStored(stored)
  }

  return {
    progress,
    store: (given, onStored) => {
      const files = sift(entity, given)
      if (files.length === 0) return
      if (entity && requiredFields(entity).length > 0) late(loadQuestion, () => setAsked({ files, onStored }))
      else
        void send(
          files.map((file) => ({ file, data: {} })),
          onStored,
        )
    },
    question: entity && asked && (
      <Suspense>
        <DescribeFiles
          entity={entity}
          files={asked.files}
          onChange={(files) => setAsked(files.length > 0 ? { ...asked, files } : null)}
          onStart={(ready) => {
            setAsked(null)
            void send(ready, asked.onStored)
          }}
        />
      </Suspense>
    ),
  }
}
