import { useMutation, useQueryClient } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import type { Input } from '../../data/document.ts'
import { refreshCollection } from '../../data/use-documents.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Crop extends Point {
  readonly width: number
  readonly height: number
}

export interface Frame {
  readonly focalPoint: Point
  readonly crop: Crop | null
}

export function useFetchFile(slug: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: { readonly url: string; readonly data: Input }) => collection(slug).remoteUpload(request),
    onSuccess: () => refreshCollection(queries, slug),
  })
}

export function useReplaceFile(slug: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ file, ifMatch, onProgress }: ReplaceRequest) =>
      collection(slug).update(
        id,
        { file },
        { ifMatch, onProgress: ({ loaded, total }) => onProgress(total === null ? 0 : loaded / total) },
      ),
    onSuccess: () => refreshCollection(queries, slug),
  })
}

interface ReplaceRequest {
  readonly file: File
  readonly ifMatch: number
  readonly onProgress: (progress: number) => void
}
