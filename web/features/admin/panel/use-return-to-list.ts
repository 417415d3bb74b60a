import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Returns a function that closes the open item of a page and shows the page's list. It goes back in the browser's history if
 * the list is the previous page there; otherwise it replaces the address. Either way, Back does not open the item again.
 * @param hash the hash of the address, which names the open item; empty for the list */
export function useReturnToList(hash: string): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  const shown = useRef(hash)
  const isListPrevious = useRef(false)
  useEffect(() => {
    if (hash === shown.current) return
    isListPrevious.current = shown.current === ''
    shown.current = hash
  }, [hash])
  return () => {
    if (isListPrevious.current) router.history.back()
    else void navigate({ to: '.', search: true, hash: '', replace: true })
  }
}
