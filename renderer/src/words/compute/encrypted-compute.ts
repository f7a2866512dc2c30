import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

const afterwards = (isSaved: boolean) =>
  isSaved
    ? 'Load the key file to go on.'
    : 'Its file was not saved from this page. If you have none, nothing opens what was encrypted under it.';

const values = (count: number) => counted(count, 'value', 'values');

/** The Encrypted compute page: keys and notebooks. */
export const words = {
  title: 'Encrypted compute',
  lead: 'Compute on numbers that stay encrypted, step by step, and see what the service saw.',
  tabs: { label: 'Encrypted compute', keys: 'Keys and notebooks', parameters: 'Parameters' },

  kinds: { standard: 'BFV', wide: 'BFV wide', ckks: 'CKKS' },
  nameOf: (kind: string, id: string) => `${kind} ${id}`,
  custodies: { server: 'Service', client: 'You, made by the service', page: 'You, made in this page' },
  states: { active: 'Active', open: 'Open', ended: 'Ended' },

  trouble: {
    worker:
      'The worker that keeps the keys stopped. Its keys are gone; those that were saved can be loaded from their file.',
  },

  list: {
    label: 'Keys for encrypted compute',
    what: 'The keys',
    loading: 'Loading the keys',
    names: ['key', 'keys'] as const,
    find: 'Find a key',
    columns: { name: 'Key', custody: 'Secret key kept by', state: 'State', made: 'Created', until: 'Expires' },
    scheme: 'Scheme',
    allSchemes: 'All schemes',
    schemes: { BFV: 'BFV', CKKS: 'CKKS' },
    noMatch: 'No key matches the filters.',
    cut: 'There are more keys, which are not listed.',
    hint: 'Enter opens the notebook of a key.',
    never: 'Never',
    facts: {
      pairs: 'BFV key pairs',
      sessions: 'Open CKKS sessions',
      next: 'Next session ends',
      steps: 'Steps in this page',
    },
  },

  empty: {
    title: 'No keys yet',
    text: 'Create a key pair for exact integers, or a session for approximate numbers. Each has a notebook of steps.',
  },

  make: {
    verb: 'New key',
    also: 'bfv, ckks, homomorphic encryption, fhe, key pair, session',
    title: 'New key',
    note: (units: string) => `Costs ${units}; a pair that is made in this page costs nothing`,
    send: 'Create',
    busy: 'Making the keys',
    failed: 'No key was created',
    done: (name: string) => `${name} is ready`,
    scheme: 'Scheme',
    schemes: { BFV: 'BFV: exact integers', CKKS: 'CKKS: approximate numbers' },
    profile: 'Range',
    profiles: { standard: 'Standard: −393,216 to 393,216', wide: 'Wide: −2^39 to 2^39, slower' },
    custody: 'Who keeps the secret key',
    custodies: {
      server: 'The service. It decrypts for you, and could decrypt at any time.',
      client:
        'You. The service makes the pair, answers the secret key once and does not keep it. This page keeps the key in a worker, and encrypts and decrypts there.',
      page: 'You. The pair is made in a worker of this page, and the secret key is never sent. The service adds; products are computed in this page, because the service multiplies only with keys that it made.',
    },
    session:
      'The service makes and keeps the keys of a session: five products deep, more after a refresh. A session ends by itself, after an hour unless the settings say otherwise.',
  },

  detail: {
    what: 'The key',
    loading: 'Loading the key',
    missing: 'No such key',
    missingText: (id: ReactNode) =>
      rich`This project has no key ${id}. It was deleted, or it was made in a window that was closed. Then load its key file.`,
    facts: {
      custody: 'Secret key kept by',
      range: 'Range',
      depth: 'Products, nested',
      created: 'Created',
      expires: 'Expires',
      decrypts: 'Decryptions',
    },
    range: (most: string) => `−${most} to ${most}`,
    decryptsOf: (count: number) => `${formatCount(count)} of 1,000`,
    depth: (most: string) => `up to ${most}`,
    depthMore: (most: string) => `${most}, then refresh`,
    ended: 'Ended',
    endedText:
      'The time of this session is over, or it has decrypted 1,000 times. Its keys are deleted and nothing opens its ciphertexts. Create a new session.',
    copyId: 'Copy id',
    idLabel: 'id of the key',
    print: 'Print',
  },

  keys: {
    title: 'Keys in this page',
    unsavedTitle: 'Save the key file now',
    unsaved:
      'The secret key is in this page only. It stays while you look at other pages of the console, and goes when the window closes, locks or signs out. Nobody can make it again.',
    unsavedPublic:
      'The service answers the public keys once. Without them this page cannot encrypt or multiply after it was closed.',
    saved: 'The public keys are in this page.',
    savedSecret:
      'Public and secret key are in this page; the secret key is in its worker. Both stay while you look at other pages of the console, and go when the window closes, locks or signs out.',
    lostTitle: 'The secret key is lost',
    gone: {
      locked: (isSaved: boolean) => `The keys left this page when the window locked. ${afterwards(isSaved)}`,
      stopped: (isSaved: boolean) =>
        `The worker that kept the keys stopped, and they went with it. ${afterwards(isSaved)}`,
      'not-in-file': () =>
        'The public keys are in this page. The file held no secret key, so nothing can be decrypted, and whether the keys belong together was not tried. Load the file that holds it to go on.',
    },
    none: 'The public keys of this pair are not in this page, because the service answers them once. Load the key file to encrypt or multiply. Ciphertexts can be loaded, added and decrypted without it.',
    noneClient:
      'The keys of this pair are not in this page. Load the key file to encrypt, multiply and decrypt. Ciphertexts can be loaded and added without it.',
    save: 'Save key file',
    load: 'Load key file',
    secretWarning: 'The file holds the secret key unencrypted. Keep it as you keep a password.',
    fileTitle: 'Load a key file',
    fileNote: 'The file is read in this page and not sent',
    file: 'Key file',
    fileHint: 'As this page saves it, or the answer of bfv/keygen as JSON.',
    fileVerb: 'Load keys',
    fileNone: 'Choose a file.',
    fileTrouble:
      'This file holds no keys of the service, or they do not belong together, or not to the pair that is in this page.',
    fileOther: (id: string) => `These keys are of another pair: ${id}.`,
    fileBusy: 'Checking the keys',
    fileFailed: 'The keys were not loaded',
    fileDone: 'The keys are loaded',
    choose: 'Choose file',
    chosen: (name: ReactNode, size: string) => rich`${name} (${size})`,
  },

  steps: {
    title: 'Notebook',
    lead: 'Steps and ciphertexts are kept in this window until it closes or signs out. A lock takes the values away; save what you need.',
    caption: 'Steps of the notebook',
    empty: 'No steps yet',
    emptyText: 'Encrypt two lists of numbers, then add or multiply them. Nothing is decrypted until you ask.',
    columns: {
      step: 'Step',
      from: 'From',
      depth: 'Depth',
      result: 'Result',
      seen: 'The service saw',
      verbs: 'More',
    },
    kinds: {
      encrypt: 'Encrypt',
      load: 'Load',
      add: 'Add',
      multiply: 'Multiply',
      rotate: 'Rotate',
      refresh: 'Refresh',
      decrypt: 'Decrypt',
    },
    name: (number: number, kind: string) => `${formatCount(number)}. ${kind}`,
    from: {
      none: '',
      one: (a: number) => `step ${formatCount(a)}`,
      add: (a: number, b: number) => `step ${formatCount(a)} + step ${formatCount(b)}`,
      multiply: (a: number, b: number) => `step ${formatCount(a)} × step ${formatCount(b)}`,
      rotate: (a: number, slots: number) =>
        `step ${formatCount(a)}, ${counted(Math.abs(slots), 'slot', 'slots')} to the ${slots > 0 ? 'left' : 'right'}`,
    },
    depth: (depth: number) => `${depth} of 5`,
    left: (left: number) => (left === 0 ? 'no product left' : `${counted(left, 'product', 'products')} left`),
    noise: (counted: string, most: string) => `noise ${counted} of ${most} bits`,
    ciphertext: (count: number, size: string) => `${values(count)} encrypted, ${size}`,
    scale: (bits: string) => `scale 2^${bits}`,
    hidden: 'Values hidden since the window locked',
    moreValues: (count: number) => `and ${formatCount(count)} more`,
    showAll: 'Show all',
    allValues: (number: number) => `all values of step ${formatCount(number)}`,
    copyValues: (number: number) => `values of step ${formatCount(number)}`,
    seen: {
      values: 'The values, once',
      ciphertexts: 'Ciphertexts only',
      opened: 'The values, opened with its key',
      nothing: 'Nothing: done in this page',
    },
    more: (number: number) => `More about step ${formatCount(number)}`,
    copy: 'Copy ciphertext',
    ciphertextLabel: (number: number) => `ciphertext of step ${formatCount(number)}`,
    save: 'Save ciphertext',
    remove: 'Remove step',
    removed: (number: number) => `Step ${formatCount(number)} was removed`,
  },

  encrypt: {
    verb: 'Encrypt values',
    title: 'Encrypt values',
    noteService: (units: string) => `The service sees the values once and does not keep them. Costs ${units}`,
    notePage: 'Encrypted in this page; the service is sent nothing',
    send: 'Encrypt',
    busyService: 'Encrypting at the service',
    busyPage: 'Encrypting in this page',
    failed: 'Nothing was encrypted',
    done: (count: number) => `${values(count)} encrypted`,
    values: 'Values',
    hint: (slots: number, range: string) =>
      `Up to ${formatCount(slots)} whole numbers ${range}, separated by spaces, lines, semicolons or commas. Results that leave the range wrap around.`,
    hintCkks: (slots: number, range: string) =>
      `Up to ${formatCount(slots)} numbers ${range}, separated by spaces, lines, semicolons or commas.`,
    none: 'Enter at least one number.',
    tooMany: (slots: number) => `Enter at most ${formatCount(slots)} numbers.`,
    emptyPlace: (at: number) => `Value ${formatCount(at)} is missing: there is a separator without a number.`,
    grouped: (at: number, text: string) =>
      `Value ${formatCount(at)} (${text}) could be one number or several. Write ${text.replaceAll(',', '')}, or a space after each comma.`,
    decimalComma: (at: number, text: string) =>
      `Value ${formatCount(at)} (${text}) could be one number or two. Write ${text.replace(',', '.')}, or a space after the comma.`,
    noNumber: (at: number, text: string, isWhole: boolean) =>
      `Value ${formatCount(at)} (${text}) is no ${isWhole ? 'whole number' : 'number'}.`,
    outOfRange: (at: number, text: string, range: string) => `Value ${formatCount(at)} (${text}) is not ${range}.`,
    range: (most: string) => `from −${most} to ${most}`,
    slots: 'Each number goes into a slot of its own. Sums and products are computed slot by slot.',
    scale: 'Numbers are scaled by 2^40 and rounded; the service answers the scale with each ciphertext.',
    sample: { integers: '12, -7, 250, 3', decimals: '0.5, -1.25, 3, 2.75' },
  },

  compute: {
    add: {
      verb: 'Add',
      text: 'Adds slot by slot. Costs almost no noise budget.',
    },
    multiply: {
      verb: 'Multiply',
      text: 'Multiplies slot by slot and relinearises, so that the product has the size of its factors. Each nested product costs a level of depth.',
    },
    rotate: {
      verb: 'Rotate',
      text: 'Moves the values of all 8,192 slots around a ring. Slots behind the values hold zeros and rotate too.',
    },
    refresh: {
      verb: 'Refresh',
      text: 'The service decrypts the values and encrypts them again, so that all levels are back. This is not bootstrapping: the service holds the key and sees the values for a moment.',
    },
    decrypt: {
      verb: 'Decrypt',
      text: 'Opens a ciphertext.',
    },
    titles: {
      add: 'Add two ciphertexts',
      multiply: 'Multiply two ciphertexts',
      rotate: 'Rotate a ciphertext',
      refresh: 'Refresh a ciphertext',
      decrypt: 'Decrypt a ciphertext',
    },
    decryptService: 'The service opens the ciphertext with its key and answers the values.',
    decryptPage: 'Opened in this page with the secret key of the worker. The service is asked nothing.',
    decryptCkks:
      'A session decrypts 1,000 times. The values carry a little noise on purpose and are rounded to multiples of 2^-18. Whoever may decrypt counts as holding the key.',
    multiplyPage:
      'Computed in this page: the service multiplies only with relinearisation keys that it made, and this pair was made here.',
    noteService: (units: string) => `At the service. Costs ${units}`,
    notePage: 'In this page; the service is asked nothing',
    busyService: 'The service is computing',
    busyPage: 'Computing in this page',
    failed: 'The step failed',
    done: (number: number, kind: string) => `Step ${formatCount(number)}, ${kind}, is done`,
    first: 'First ciphertext',
    second: 'Second ciphertext',
    one: 'Ciphertext',
    slots: 'Slots',
    slotsHint: 'A whole number. Positive moves values to the left, negative to the right.',
    slotsTrouble: 'Enter a whole number from -8,191 to 8,191, except 0.',
    option: (number: number, kind: string, depth: number) =>
      `Step ${formatCount(number)}, ${kind}, depth ${formatCount(depth)}`,
    nothing: 'Encrypt values first, or load a ciphertext.',
    forecast: (depth: number) => `The result has depth ${formatCount(depth)} of 5.`,
    refused:
      'This will be refused: the bound says that the result might not decrypt to the right numbers any more. Start from fresh ciphertexts.',
    refusedCkks: 'This will be refused: no level is left for the product. Refresh a ciphertext first.',
  },

  refusals: {
    invalid: {
      title: 'The ciphertext was refused',
      code: 'INVALID_CIPHERTEXT',
      text: 'It was made for another key or project, or its bytes were changed. This is decided before any key is touched. A key of the service opens only what the service made or computed.',
    },
    exhausted: {
      title: 'The noise budget is used up',
      code: 'NOISE_BUDGET_EXHAUSTED',
      text: 'Every step adds noise, products most of all. Beyond a bound the result could be a wrong number, so none is answered. With CKKS a refresh gives the levels back; with BFV start from fresh ciphertexts or multiply in pairs, so that products are nested less deep.',
    },
    expired: {
      title: 'The session is over',
      code: 'SESSION_EXPIRED',
      text: 'Its time has passed, or it has decrypted 1,000 times. Its keys are deleted. Create a new session and encrypt again.',
    },
    'not-held': {
      title: 'The key is not in this page',
      code: null,
      text: 'Load the key file. A lock, or closing the page, takes secret keys away.',
    },
  },

  load: {
    verb: 'Load ciphertext',
    title: 'Load a ciphertext',
    note: 'Read in this page; nothing is sent until you compute with it',
    send: 'Load',
    file: 'File',
    hint: 'Base64 text, as this page saves it or the API answers it.',
    none: 'Choose a file.',
    noCiphertext: 'This is no ciphertext of encrypted compute, or it is cut off.',
    otherKey: 'This ciphertext is of another key. The service would refuse it as INVALID_CIPHERTEXT.',
    failed: 'The ciphertext was not loaded',
    busy: 'Reading the file',
    done: 'The ciphertext is loaded',
  },

  saw: {
    title: 'What the service saw',
    lead: 'Of this notebook and its key.',
    key: 'Secret key',
    keys: {
      server: 'Made by the service, which keeps it sealed. It can decrypt everything under this key.',
      client: 'Made by the service, answered once and not kept. The service had it in its memory for a moment.',
      page: 'Never. It was made in this page.',
    },
    values: 'Values',
    valuesOf: (steps: readonly number[]) =>
      steps.length === 0 ? 'None.' : `Those of ${counted(steps.length, 'step', 'steps')}: ${steps.join(', ')}.`,
    ciphertexts: 'Ciphertexts',
    ciphertextsOf: (steps: readonly number[]) =>
      steps.length === 0 ? 'None.' : `Those of ${counted(steps.length, 'step', 'steps')}: ${steps.join(', ')}.`,
    always: 'Always',
    alwaysText: 'Who computed when, how deep, and how many values a ciphertext holds. Encryption hides none of that.',
  },

  security: {
    title: 'Parameters and security',
    statement: 'Claim',
    parameters: 'Parameters',
    parametersOf: (n: string, primes: string, bits: number) => `n = ${n}, primes of ${primes} bits, ${bits} bits of Q`,
    t: 'Plaintext modulus',
    scale: 'Scale',
    scaleText: '2^40 when fresh, close to it after products',
    slots: 'Slots',
    fingerprint: 'Fingerprint',
    fingerprintLabel: 'fingerprint of the public key',
    ckks: 'CKKS is not IND-CPA-D secure: whoever may decrypt can learn about the key, so decrypting counts as holding the key. Noise, rounding and the limit of 1,000 decryptions make that harder, not impossible.',
    bfv: 'A key of the service opens only ciphertexts that the service made or computed, with a MAC over each.',
    client:
      'BFV ciphertexts can be changed by whoever carries them. The service vouches for nothing that a client made; check results where that matters.',
  },

  remove: {
    verb: 'Delete key',
    verbSession: 'End session',
    title: (name: string) => `Delete ${name}`,
    titleSession: (name: string) => `End ${name}`,
    texts: {
      server: 'The secret key that the service keeps is destroyed. Nothing decrypts its ciphertexts any more.',
      client:
        'The entry in the list and the keys in this page go. With the key file its ciphertexts can still be opened.',
      page: 'The keys in this page go. With the key file its ciphertexts can still be opened.',
      session: 'The keys of the session are deleted. Nothing opens its ciphertexts any more.',
    },
    notebook: (steps: number) => `Its notebook goes too: ${counted(steps, 'step', 'steps')}.`,
    backup: 'A backup that was made before still holds the key of a pair. This cannot be undone otherwise.',
    final: 'This cannot be undone.',
    type: (name: ReactNode) => rich`Type ${name} to confirm`,
    trouble: 'The name is different.',
    busy: 'Deleting',
    failed: 'The key was not deleted',
    done: (name: string) => `${name} is deleted`,
  },
} as const;
