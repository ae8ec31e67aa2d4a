import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { collection } from './client.ts'
import type { Doc, Input } from './document.ts'
import { keys } from './use-documents.ts'

/** A file, with the document's own fields. */
export interface DescribedFile {
  readonly file: File
  readonly data: Input
}

/** Uploads files one after the other. Progress is 0 to 1, and undefined while nothing is sent. */
export function useUpload(slug: string) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number>()

  async function upload(
    files: readonly DescribedFile[],
    onFailed: (file: File, error: unknown) => void,
  ): Promise<Doc[]> {
    const stored: Doc[] = []
    for (const { file, data } of files) {
      setProgress(0)
      try {
        const onProgress = ({ loaded, total }: { loaded: number; total: number | null }) =>
          setProgress(total === null || total === 0 ? 0 : loaded / total)
        stored.push(await collection(slug).create({ ...data, file }, { onProgress }))
      } catch (error) {
        onFailed(file, error)
      }
    }
    setProgress(undefined)
    void queries.invalidateQueries({ queryKey: keys.collection(slug) })
    return stored
  }

  return { upload, progress }
}
