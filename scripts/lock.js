import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Does the work in one process at a time. Takes over the lock of a process that died. `task` names the work for those that wait. */
export async function holdingLock(file, task, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let attempt = 0; !(await take(file)); attempt++) {
    if (attempt === 0) console.error(`Waiting for process ${holderOf(file)}, which is ${task} (${file}) …`);
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.on('exit', release);
  try {
    await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function take(file) {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = holderOf(file);
  if (!holder || isAlive(holder)) return false;
  // If several processes find a dead holder, the last one to replace its file gets the lock. The pause lets all of them replace it first.
  const claim = `${file}.${process.pid}`;
  writeFileSync(claim, `${process.pid}`);
  renameSync(claim, file);
  await sleep(100);
  return holderOf(file) === process.pid;
}

/** 0 while no process holds the lock, or while the file is being written. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
