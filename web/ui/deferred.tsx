import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'

const Nothing = () => null

/** Makes a component whose module is loaded after its first render. Until then it renders nothing. Unlike `lazy` it never shows
 * a placeholder of `Suspense`: after one was shown, React delays whatever replaces the next one by up to 300 ms, and that would delay
 * hydration.
 * @param load imports the module
 * @param Replacement rendered if the module can't be loaded; by default nothing. The module is requested again when the component is
 * next mounted; some browsers refuse that until the page is reloaded */
export function deferred<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Replacement: FunctionComponent<object> = Nothing,
) {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  async function loadOnce() {
    try {
      Loaded = (await load()).default
    } finally {
      loading = undefined
    }
  }

  return function Deferred(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | undefined>(() => Loaded)
    useEffect(() => {
      if (Shown) return
      loading ??= loadOnce()
      loading.then(
        () => setShown(() => Loaded),
        () => setShown(() => Replacement),
      )
    }, [Shown])
    return Shown && <Shown {...props} />
  }
}
