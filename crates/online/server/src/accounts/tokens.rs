//! Tokens, with which programs play for an account.

use gebeta_match::random_id;
use gebeta_protocol::{AccountId, ApiToken, Code, TokenId, TokenMade, TokenRequest};
use gebeta_store::accounts::NewToken;

use super::AccountService;
use super::authentication::token_digest;
use crate::game_error::GameError;
use crate::store_timeouts::in_time;
use crate::{OsChance, limits};

impl AccountService {
    /// Makes a token. It is shown this once.
    ///
    /// # Errors
    /// The account has too many.
    pub(crate) async fn make_token(
        &self,
        account: AccountId,
        TokenRequest { label }: TokenRequest,
    ) -> Result<TokenMade, GameError> {
        let (token, id) = (ApiToken::new(random_id(&mut OsChance)), TokenId::new(random_id(&mut OsChance)));
        let (digest, created) = (token_digest(&token), self.now());
        let new = NewToken { id, digest, account, label: label.clone(), created };
        let is_made = in_time(self.store().add_token(new, limits::TOKENS_PER_ACCOUNT)).await?;
        if is_made { Ok(TokenMade { id, label, token }) } else { Err(Code::TooMany.into()) }
    }

    /// Revokes a token.
    ///
    /// # Errors
    /// The account has no such token.
    pub(crate) async fn revoke_token(&self, account: AccountId, token: TokenId) -> Result<(), GameError> {
        let is_revoked = in_time(self.store().revoke(account, token)).await?;
        if is_revoked { Ok(()) } else { Err(Code::NotFound.into()) }
    }
}
