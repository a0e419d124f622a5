import type { Device, KeptRedemption } from './till-shapes.ts';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('till', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('facts');
      request.result.createObjectStore('kept', { keyPath: 'number', autoIncrement: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

type StoreName = 'facts' | 'kept';

/** Makes a request to the database of the browser, and waits until the changes are written. */
async function ask<Result>(
  store: StoreName,
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    const made = request(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(made.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const readDevice = () => ask<Device | undefined>('facts', 'readonly', (store) => store.get('device'));

export const writeDevice = (device: Device) => ask('facts', 'readwrite', (store) => store.put(device, 'device'));

/** Stores changes, unless the device has become another till in the meantime. */
export async function updateDevice(device: Device): Promise<void> {
  const database = await open();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction('facts', 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore('facts');
    const reading: IDBRequest<Device | undefined> = store.get('device');
    reading.onsuccess = () => {
      if (reading.result?.secret === device.secret) store.put(device, 'device');
    };
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Returns the kept redemptions in order. */
export const readKept = () => ask<KeptRedemption[]>('kept', 'readonly', (store) => store.getAll());

export const writeKept = (kept: KeptRedemption) => ask('kept', 'readwrite', (store) => store.put(kept));

export const dropKept = (number: number) => ask('kept', 'readwrite', (store) => store.delete(number));
