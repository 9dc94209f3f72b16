//! TLS to PostgreSQL as `sslmode` and `sslrootcert` in the address ask for it.
//!
//! | `sslmode` | |
//! |---|---|
//! | `disable` | never |
//! | `prefer` (the default) | if the server offers it, whoever the server is |
//! | `require` | always, whoever the server is; with `sslrootcert` as `verify-full` |
//! | `verify-full` | always, and the server's certificate is for its name and from an authority that this machine (or `sslrootcert`) trusts |

use std::path::PathBuf;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::Error;

/// What an address wishes of TLS beyond what the client library understands.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    pub verify: bool,
    /// The certificates of the authorities to trust instead of the machine's.
    pub roots: Option<PathBuf>,
}

/// Takes out of an address what the client library does not understand.
pub fn wishes(url: &str) -> Result<(String, Wishes), Error> {
    let mut wishes = Wishes::default();
    let Some((address, options)) = url.split_once('?') else { return Ok((url.to_owned(), wishes)) };
    let mut kept = Vec::new();
    let mut required = false;
    for option in options.split('&') {
        match option.split_once('=') {
            Some(("sslmode", "verify-full")) => {
                wishes.verify = true;
                kept.push("sslmode=require");
            }
            Some(("sslmode", mode)) => {
                if !["disable", "prefer", "require"].contains(&mode) {
                    return Err(Error::Unusable(
                        "cannot use this sslmode: expected disable, prefer, require or verify-full"
                            .to_owned(),
                    ));
                }
                required = mode == "require";
                kept.push(option);
            }
            Some(("sslrootcert", file)) => {
                let file = percent_decode_str(file).decode_utf8_lossy();
                wishes.roots = Some(PathBuf::from(file.as_ref()));
            }
            _ => kept.push(option),
        }
    }
    wishes.verify |= required && wishes.roots.is_some();
    if wishes.roots.is_some() && !wishes.verify {
        return Err(Error::Unusable(
            "sslrootcert is of no use without sslmode=require or sslmode=verify-full".to_owned(),
        ));
    }
    let separator = if kept.is_empty() { "" } else { "?" };
    Ok((format!("{address}{separator}{}", kept.join("&")), wishes))
}

/// What speaks TLS as wished.
pub fn connector(wishes: &Wishes) -> Result<MakeRustlsConnect, Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|e| Error::Unusable(format!("cannot speak TLS: {e}")))?;
    let config = if wishes.verify {
        builder.with_root_certificates(authorities(wishes)?).with_no_client_auth()
    } else {
        builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Anybody(provider)))
            .with_no_client_auth()
    };
    Ok(MakeRustlsConnect::new(config))
}

fn authorities(wishes: &Wishes) -> Result<RootCertStore, Error> {
    let mut authorities = RootCertStore::empty();
    match &wishes.roots {
        Some(file) => {
            let wrong = |error: String| {
                let file = file.display();
                Error::Unusable(format!(
                    "cannot read the certificates of sslrootcert={file}: {error}"
                ))
            };
            let found =
                CertificateDer::pem_file_iter(file).map_err(|error| wrong(error.to_string()))?;
            for certificate in found {
                let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
                authorities.add(certificate).map_err(|error| wrong(error.to_string()))?;
            }
        }
        None => {
            authorities.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    if authorities.is_empty() {
        return Err(Error::Unusable(
            "sslmode=verify-full trusts nobody here: name the certificates with sslrootcert=FILE"
                .to_owned(),
        ));
    }
    Ok(authorities)
}

/// Believes that the server is who it says: against those who only listen.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_address_wishes_of_tls_is_understood() {
        let roots = Some(PathBuf::from("/a b.pem"));
        for (url, rest, verify, roots) in [
            ("postgres://h/n", "postgres://h/n", false, None),
            ("postgres://h/n?sslmode=require", "postgres://h/n?sslmode=require", false, None),
            ("postgres://h/n?sslmode=verify-full", "postgres://h/n?sslmode=require", true, None),
            (
                "postgres://h/n?sslrootcert=/a%20b.pem&sslmode=require&options=-cx%3D1",
                "postgres://h/n?sslmode=require&options=-cx%3D1",
                true,
                roots,
            ),
        ] {
            assert_eq!(wishes(url).unwrap(), (rest.to_owned(), Wishes { verify, roots }), "{url}");
        }
        for url in ["postgres://h/n?sslmode=verify-ca", "postgres://h/n?sslrootcert=/a.pem"] {
            assert!(matches!(wishes(url), Err(Error::Unusable(_))), "{url}");
        }
    }
}
