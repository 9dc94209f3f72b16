//! A disk that loses its power: a layer under SQLite's own files (its VFS) that
//! knows what has been flushed.
//!
//! Everything is written to the real files too, as a system's cache would have
//! it. Beside that each file has an image of what the disk has: it changes when
//! the file is flushed and at no other time. At a cut the image is what is left,
//! and of every write since the last flush nothing, all, or some of its sectors.

use std::collections::HashMap;
use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, Once, OnceLock, PoisonError};

use rusqlite::ffi::{
    self, SQLITE_OK, sqlite3_file, sqlite3_filename, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs,
};
use sobremesa_kernel::Rng;

/// What a disk writes wholly or not at all.
const SECTOR: usize = 512;

/// A change that was not flushed.
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate(usize),
}

impl Change {
    fn apply(&self, image: &mut Vec<u8>) {
        match self {
            Change::Write { at, bytes } => {
                image.resize(image.len().max(at + bytes.len()), 0);
                image[*at..at + bytes.len()].copy_from_slice(bytes);
            }
            Change::Truncate(size) => image.truncate(*size),
        }
    }

    /// Nothing of it, all, or those sectors that were written before the power
    /// went. The bytes that were lost.
    fn apply_some(&self, image: &mut Vec<u8>, rng: &mut Rng) -> u64 {
        match (rng.below(3), self) {
            (0, _) => self.apply(image),
            (1, Change::Write { at, bytes }) => {
                let mut lost = 0;
                for (number, sector) in bytes.chunks(SECTOR).enumerate() {
                    if rng.below(2) == 0 {
                        let at = at + number * SECTOR;
                        Change::Write { at, bytes: sector.to_vec() }.apply(image);
                    } else {
                        lost += sector.len() as u64;
                    }
                }
                return lost;
            }
            (_, Change::Write { bytes, .. }) => return bytes.len() as u64,
            (_, Change::Truncate(_)) => {}
        }
        0
    }
}

/// A file as the disk has it.
#[derive(Default)]
struct Image {
    flushed: Vec<u8>,
    since: Vec<Change>,
}

/// Every file there is; a cut looks at all of them at one moment.
static FILES: LazyLock<Mutex<HashMap<PathBuf, Image>>> = LazyLock::new(Mutex::default);

fn files() -> MutexGuard<'static, HashMap<PathBuf, Image>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts what is left of a directory's files after a cut into another. The
/// bytes that were lost.
pub fn cut(from: &Path, to: &Path, rng: &mut Rng) -> u64 {
    fs::create_dir_all(to).expect("a directory");
    // SQLite's names lead through no links.
    let from = from.canonicalize().expect("it is there");
    let mut lost = 0;
    for (path, image) in files().iter().filter(|(path, _)| path.parent() == Some(&*from)) {
        let mut left = image.flushed.clone();
        for change in &image.since {
            lost += change.apply_some(&mut left, rng);
        }
        fs::write(to.join(path.file_name().expect("a name")), left).expect("it is written");
    }
    lost
}

/// SQLite's own way to its files, on which ours stands.
struct Usual(*mut sqlite3_vfs);

// SAFETY: SQLite's own object, which lives as long as the process and which
// SQLite itself uses from all threads.
unsafe impl Send for Usual {}
// SAFETY: as above.
unsafe impl Sync for Usual {}

static USUAL: OnceLock<Usual> = OnceLock::new();

/// From now on every file that SQLite opens in this process is on that disk.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the pointers are SQLite's own; what is registered lives for
        // ever, and has room for a file of the usual kind behind our own.
        unsafe {
            let usual = ffi::sqlite3_vfs_find(std::ptr::null());
            let mut ours = std::ptr::read(usual);
            USUAL.set(Usual(usual)).unwrap_or_else(|_| unreachable!("once"));
            ours.zName = c"power".as_ptr();
            ours.pNext = std::ptr::null_mut();
            ours.szOsFile += size_of::<File>() as c_int;
            ours.xOpen = Some(open);
            ours.xDelete = Some(delete);
            let registered = ffi::sqlite3_vfs_register(Box::leak(Box::new(ours)), 1);
            assert_eq!(registered, SQLITE_OK);
        }
    });
}

fn usual() -> *mut sqlite3_vfs {
    USUAL.get().expect("it is installed").0
}

/// A file of ours; the usual one follows it in memory.
#[repr(C)]
struct File {
    base: sqlite3_file,
    /// Whose image it has; none for files of a moment.
    path: *mut PathBuf,
}

/// The usual file behind ours.
unsafe fn real(file: *mut sqlite3_file) -> *mut sqlite3_file {
    // SAFETY: `szOsFile` made room for it there.
    unsafe { file.cast::<File>().add(1).cast() }
}

/// Notes down a change of a file, or that it was flushed.
unsafe fn note(file: *mut sqlite3_file, then: impl FnOnce(&mut Image)) {
    // SAFETY: `open` has put a path there, or nothing.
    if let Some(path) = unsafe { (*file.cast::<File>()).path.as_ref() } {
        then(files().entry(path.clone()).or_default());
    }
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: sqlite3_filename,
    file: *mut sqlite3_file,
    flags: c_int,
    got: *mut c_int,
) -> c_int {
    // SAFETY: SQLite gives memory of the size that was asked for, and a name
    // that ends with a zero or none.
    unsafe {
        let ours = file.cast::<File>();
        (*ours).base.pMethods = std::ptr::null();
        (*ours).path = std::ptr::null_mut();
        let open = (*usual()).xOpen.expect("it opens files");
        let opened = open(usual(), name, real(file), flags, got);
        if opened != SQLITE_OK {
            return opened;
        }
        (*ours).base.pMethods = &METHODS;
        if !name.is_null() {
            let path = PathBuf::from(OsStr::from_bytes(CStr::from_ptr(name).to_bytes()));
            // What was there before is on the disk.
            let there = fs::read(&path).unwrap_or_default();
            files().entry(path.clone()).or_insert(Image { flushed: there, since: Vec::new() });
            (*ours).path = Box::into_raw(Box::new(path));
        }
        SQLITE_OK
    }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    // SAFETY: the name ends with a zero.
    unsafe {
        files().remove(Path::new(OsStr::from_bytes(CStr::from_ptr(name).to_bytes())));
        (*usual()).xDelete.expect("it deletes files")(usual(), name, sync)
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    // SAFETY: `open` made the path, and nobody uses the file after this.
    unsafe {
        let path = (*file.cast::<File>()).path;
        if !path.is_null() {
            drop(Box::from_raw(path));
        }
        forward::close(file)
    }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    bytes: *const c_void,
    count: c_int,
    at: sqlite3_int64,
) -> c_int {
    // SAFETY: SQLite gives so many bytes.
    unsafe {
        let whole = std::slice::from_raw_parts(bytes.cast::<u8>(), count as usize).to_vec();
        note(file, |image| image.since.push(Change::Write { at: at as usize, bytes: whole }));
        forward::write(file, bytes, count, at)
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    // SAFETY: as SQLite calls it.
    unsafe {
        note(file, |image| image.since.push(Change::Truncate(size as usize)));
        forward::truncate(file, size)
    }
}

/// The one place where something comes to be on the disk. The real file is not
/// flushed: no power goes here.
unsafe extern "C" fn sync(file: *mut sqlite3_file, _: c_int) -> c_int {
    // SAFETY: as SQLite calls it.
    unsafe {
        note(file, |image| {
            for change in std::mem::take(&mut image.since) {
                change.apply(&mut image.flushed);
            }
        });
    }
    SQLITE_OK
}

/// What the usual file does.
mod forward {
    use super::{c_int, c_void, real, sqlite3_file, sqlite3_int64};

    macro_rules! forward {
        ($($name:ident $method:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {$(
            pub unsafe extern "C" fn $name(file: *mut sqlite3_file, $($argument: $kind),*) $(-> $result)? {
                // SAFETY: the usual file was opened and has this method.
                unsafe {
                    let real = real(file);
                    (*(*real).pMethods).$method.expect("it has the method")(real, $($argument),*)
                }
            }
        )*};
    }

    forward! {
        close xClose() -> c_int;
        read xRead(to: *mut c_void, count: c_int, at: sqlite3_int64) -> c_int;
        write xWrite(from: *const c_void, count: c_int, at: sqlite3_int64) -> c_int;
        truncate xTruncate(size: sqlite3_int64) -> c_int;
        size xFileSize(size: *mut sqlite3_int64) -> c_int;
        lock xLock(level: c_int) -> c_int;
        unlock xUnlock(level: c_int) -> c_int;
        reserved xCheckReservedLock(held: *mut c_int) -> c_int;
        control xFileControl(what: c_int, argument: *mut c_void) -> c_int;
        sector xSectorSize() -> c_int;
        kind xDeviceCharacteristics() -> c_int;
        map xShmMap(page: c_int, size: c_int, extend: c_int, to: *mut *mut c_void) -> c_int;
        hold xShmLock(at: c_int, count: c_int, flags: c_int) -> c_int;
        barrier xShmBarrier();
        unmap xShmUnmap(delete: c_int) -> c_int;
    }
}

/// The second version: files are not mapped into memory, where nobody sees what
/// is written.
static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(forward::read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(forward::size),
    xLock: Some(forward::lock),
    xUnlock: Some(forward::unlock),
    xCheckReservedLock: Some(forward::reserved),
    xFileControl: Some(forward::control),
    xSectorSize: Some(forward::sector),
    xDeviceCharacteristics: Some(forward::kind),
    xShmMap: Some(forward::map),
    xShmLock: Some(forward::hold),
    xShmBarrier: Some(forward::barrier),
    xShmUnmap: Some(forward::unmap),
    xFetch: None,
    xUnfetch: None,
};
