/**
 * Tells a press that belongs to the one before: the second click of a double click, a key that is held down, Enter twice in
 * a row. Such a press would send again what the first has sent, where the answer was faster than the finger.
 */

/** The pause after which a key that is pressed again means it, milliseconds; what desktops take for a double click. */
export const KEY_PAUSE_MS = 500;

const PRESSING_KEYS = new Set(['Enter', ' ']);

/** What is looked at of an event. */
type Press = Pick<Event, 'type' | 'target' | 'timeStamp'> &
  Partial<Pick<MouseEvent, 'detail'> & Pick<KeyboardEvent, 'key' | 'repeat'>>;

export class PressWatch {
  private second = false;
  private last: { readonly key: string; readonly target: EventTarget | null; readonly at: number } | null = null;

  /** To be told of every click, keydown and input of the window, before anybody else is. */
  see({ type, target, timeStamp, detail = 0, key = '', repeat = false }: Press): void {
    switch (type) {
      case 'click':
        // 0 is a click that a key or a program makes: what it is was seen with the key.
        if (detail > 0) {
          this.second = detail > 1;
          this.last = null;
        }
        return;
      case 'keydown': {
        if (!PRESSING_KEYS.has(key)) {
          this.forget();
          return;
        }
        const isAgain =
          this.last?.key === key && this.last.target === target && timeStamp - this.last.at < KEY_PAUSE_MS;
        this.second = repeat || isAgain;
        this.last = { key, target, at: timeStamp };
        return;
      }
      case 'input':
        // Something was typed or chosen in between: it is another question.
        this.forget();
        return;
    }
  }

  /** The press is over: what is asked for from now on was not pressed. */
  end(): void {
    this.second = false;
  }

  /** Whether the press under way belongs to the one before. */
  isSecond(): boolean {
    return this.second;
  }

  private forget(): void {
    this.second = false;
    this.last = null;
  }
}

const watch = new PressWatch();
const SEEN = ['click', 'keydown', 'input'] as const;

/** Watches the window's presses from now on. Called once, before the first paint. */
export function startPressWatch(): void {
  const options = { capture: true, passive: true };
  // After the event, all that it sets off has begun: a submission, and what buttons do when their key is let go.
  const endLater = () => setTimeout(() => watch.end(), 0);
  for (const type of SEEN) window.addEventListener(type, (event) => watch.see(event), options);
  for (const type of ['click', 'keyup'] as const) window.addEventListener(type, endLater, options);
}

/** Whether what is asked for now comes from a press that belongs to the one before. */
export function isSecondPress(): boolean {
  return watch.isSecond();
}
