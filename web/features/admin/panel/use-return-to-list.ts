import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Returns from an entry of a page to the page's list: by the browser's history where the list is its last step, so that Back
 * does not open the entry again.
 * @param hash the hash of the address, which names the open entry; empty for the list */
export function useReturnToList(hash: string): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  const last = useRef(hash)
  const isAfterList = useRef(false)
  useEffect(() => {
    if (hash === last.current) return
    isAfterList.current = last.current === ''
    last.current = hash
  }, [hash])
  return () => {
    if (isAfterList.current) router.history.back()
    else void navigate({ to: '.', search: true, hash: '', replace: true })
  }
}
